import type { WordList } from './word-list.ts'

export const fr: WordList = {
  type: `room: chambre, chambres; suite: suites; junior suite: suite junior, suites junior, petite suite;
    apartment: appartement, appartements, logement, appart;
    house: maison, maison de vacances, maison de ville, gîte, gite; cottage: chaumière, maisonnette;
    cabin: cabane; dorm: dortoir, lit dans un dortoir, lit en dortoir; tent: tente;
    mobile home: mobil home, caravane; boat: bateau, péniche`,
  grade: `economy: économique, eco, éco, petite, petit, basique, simple confort; classic: classique;
    traditional: traditionnelle, traditionnel; comfort: confort; superior: supérieure, supérieur;
    deluxe: de luxe, luxe; executive: exécutive, exécutif; business: affaires; luxury: luxueuse, luxueux;
    grand: grande, spacieuse, spacieux; royal: royale; presidential: présidentielle, présidentiel;
    privilege: privilège; ambassador: ambassadeur; imperial: impériale, impérial; panoramic: panoramique;
    honeymoon: lune de miel, nuptiale; family: familiale, familial, famille; heritage: historique;
    modern: moderne, contemporaine, contemporain`,
  party: `single: simple, individuelle, individuel, simples, individuels; double: doubles;
    twin: lits jumeaux, lits séparés; triple: triples; quadruple: quadruples`,
  bed: `king: très grand lit, très grand lit double, lit king size, très grands lits, très grand;
    queen: grand lit double, lit queen size; double: grand lit, lit double, grands lits; single: jumeaux;
    sofa: canapé lit, canapé convertible, canapés lits, clic clac, convertible, banquette lit;
    bunk: lits superposés, lit superposé, superposés`,
  'bed word': 'bed: lit, lits, couchage',
  'bedroom word': 'bedroom: chambre, chambres, chambres à coucher, chambre à coucher',
  'rooms word': 'rooms: pièces, pièce',
  view: `sea: mer, océan, plage, baie; water: eau; lake: lac, lagon; river: rivière, fleuve, canal, seine;
    harbour: port; city: ville, centre ville; street: rue; garden: jardin, jardins; park: parc;
    pool: piscine; mountain: montagne, montagnes, alpes; valley: vallée, campagne; forest: forêt;
    courtyard: cour, cour intérieure; landmark: château, cathédrale, monument, tour eiffel; square: place`,
  'view word': 'view: vue, vues, donnant',
  floor: `high floor: étage élevé, étages élevés, étage supérieur, étages supérieurs;
    low floor: étage inférieur, étages inférieurs, étage bas;
    ground floor: rez de chaussée, rdc, rez de jardin; top floor: dernier étage;
    attic floor: sous les toits, mansardée, combles, mansardé; basement: sous sol`,
  'floor word': 'floor: étage, étages',
  building: 'main building: bâtiment principal, maison principale; annexe: annexe, dépendance',
  'building word': 'building: bâtiment, immeuble; wing: aile',
  access: `accessible: accessible, accessible aux personnes à mobilité réduite,
    adaptée aux personnes à mobilité réduite, mobilité réduite, pmr, handicapés, handicapé,
    accès handicapés, fauteuil roulant, accessible en fauteuil roulant, personnes handicapées,
    accessible aux handicapés, adaptée`,
  'access detail': `hearing: malentendants, sourds;
    roll-in shower: douche de plain pied, douche accessible, douche à l italienne accessible`,
  smoking: 'non-smoking: non fumeur, non fumeurs, non fumeuse; smoking: fumeur, fumeurs, fumeuse',
  club: `club or lounge access: accès au salon, accès au club, accès au salon club, accès lounge,
    accès au lounge, accès salon exécutif, accès au salon exécutif`,
  feature: `balcony: balcon, balcons; terrace: terrasse, véranda; kitchen: cuisine;
    kitchenette: coin cuisine, cuisinette; fireplace: cheminée;
    spa bath: bain à remous, baignoire spa, baignoire balnéo, balnéo, bain bouillonnant, baignoire à remous;
    bathtub: baignoire, bain; shower: douche;
    shared bathroom: salle de bains commune, salle de bain commune, salle de bains partagée,
    salle de bain partagée;
    private bathroom: salle de bains privative, salle de bains privée, salle de bain privée,
    salle de bain privative; private pool: piscine privée, piscine privative;
    corner: angle, d angle, en angle; interconnecting: communicante, communicantes, communicants;
    pets allowed: animaux acceptés, animaux admis; partial view: partielle, latérale, partiel, latéral;
    no window: sans fenêtre; living room: salon, séjour, coin salon; garden: jardin privé, jardin privatif;
    mezzanine: en mezzanine; air conditioning: climatisation, climatisée, climatisé;
    single use: à usage individuel, usage individuel, usage simple, à usage simple, à usage single,
    pour une personne seule; female: femmes, pour femmes; male: hommes; mixed: mixte`,
  board: `room only: chambre seule, sans petit déjeuner, hébergement seul, sans repas, logement seul;
    breakfast: petit déjeuner, petit déjeuner inclus, petit déjeuner compris, avec petit déjeuner,
    petits déjeuners, petit dej; half board: demi pension, dîner inclus; full board: pension complète;
    all inclusive: tout compris, tout inclus, formule tout compris`,
  refund: `non-refundable: non remboursable, non annulable, sans remboursement, non remboursables, prépayé,
    prépaiement; refundable: remboursable, annulation gratuite, annulable, tarif flexible, flexible;
    partially refundable: partiellement remboursable`,
  stay: `weekly: hebdomadaire, semaine, à la semaine, 7 nuits, sept nuits;
    monthly: mensuel, mensuelle, mois, au mois, 28 nuits, 30 nuits;
    long stay: long séjour, longs séjours, longue durée; weekend: week end, fin de semaine`,
  deal: `mobile: tarif mobile;
    promotion: offre, offre spéciale, promotionnel, remise, réduction, promotionnelle;
    early booking: réservation anticipée, réservez tôt, early booking; last minute: dernière minute;
    member: membre, membres, fidélité, adhérent; corporate: entreprise, société; package: forfait`,
  base: `standard rate: tarif standard, tarif de base, tarif public, tarif normal,
    meilleur tarif disponible, tarif du jour`,
  number: `1: un, une; 2: deux; 3: trois; 4: quatre; 5: cinq; 6: six; 7: sept; 8: huit; 9: neuf; 10: dix;
    floor 1: premier, 1er, 1ère; floor 2: deuxième, 2e, 2ème, second étage; floor 3: troisième, 3e, 3ème;
    floor 4: quatrième, 4e, 4ème; floor 5: cinquième, 5e, 5ème`,
  'guest word': 'guests: personnes, personne, adultes, adulte, voyageurs, enfants, pers',
  'size word': 'size: mètres carrés',
  range: 'to: au',
  or: 'or: ou',
  without: 'without: sans, non',
  filler: `rénovée, rénové, le, la, les, l, d, de, du, des, et, avec, à, aux, sur, en, dans, pour, côté, par, tarif, tarifs,
    prix, accès`,
}
