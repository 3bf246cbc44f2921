import type { WordList } from './word-list.ts'

export const it: WordList = {
  type: `room: camera, camere, stanza, stanze; junior suite: suite junior; studio: monolocale, monolocali;
    apartment: appartamento, appartamenti, bilocale, bilocali, trilocale, trilocali, quadrilocale;
    penthouse: attico; villa: villetta;
    house: casa, casa vacanze, casa indipendente, casale, villetta a schiera; cottage: casetta, trullo;
    cabin: baita, capanna;
    dorm: dormitorio, letto in dormitorio, camera condivisa, posto letto in dormitorio, posto letto;
    tent: tenda; mobile home: casa mobile; boat: barca; chalet: rifugio`,
  grade: `economy: economica, economico, piccola, piccolo, accogliente; classic: classica, classico;
    traditional: tradizionale; superior: superiore; executive: esecutiva;
    luxury: di lusso, lusso, lussuosa, lussuoso; grand: grande, ampia, ampio, spaziosa, spazioso;
    royal: reale; presidential: presidenziale; prestige: prestigio; privilege: privilegio;
    ambassador: ambasciatore; imperial: imperiale; panoramic: panoramica, panoramico;
    honeymoon: luna di miele, nuziale; family: familiare, famiglia, famigliare, familiari;
    heritage: storica, storico; modern: moderna, moderno, contemporanea`,
  party: `single: singola, singolo, singole, singoli; double: matrimoniale, matrimoniali, doppia, doppio;
    twin: doppia, doppio, letti separati, letti gemelli, doppia con letti singoli,
    doppia con letti separati; triple: tripla; quadruple: quadrupla`,
  bed: `king: letto king size, matrimoniale king size, matrimoniale extra large, king size;
    queen: letto queen size, matrimoniale queen size, queen size, letto alla francese, alla francese,
    matrimoniale grande; sofa: divano letto, divani letto, divano; bunk: letto a castello, letti a castello`,
  'bed word': 'bed: letto, letti',
  'bedroom word': 'bedroom: camera, camere, camere da letto, camera da letto',
  'rooms word': 'rooms: locali, vani',
  rooms: '2: bilocale, bilocali; 3: trilocale, trilocali; 4: quadrilocale',
  view: `sea: mare, oceano, spiaggia, baia; water: acqua; lake: lago, laguna; river: fiume, canale;
    harbour: porto; city: città; street: strada, via; garden: giardino, giardini; park: parco;
    pool: piscina; mountain: montagna, montagne, monti, vulcano; valley: valle, campagna;
    forest: bosco, foresta; courtyard: cortile, corte; landmark: castello, duomo, monumento;
    golf: campo da golf; square: piazza`,
  'view word': 'view: vista, viste, affaccio',
  floor: `high floor: piano alto, piani alti, piano superiore, piani superiori;
    low floor: piano basso, piani bassi, piano inferiore;
    ground floor: piano terra, pianterreno, pian terreno; top floor: ultimo piano;
    attic floor: mansarda, mansardata, sottotetto, mansardato; basement: seminterrato`,
  'floor word': 'floor: piano, piani',
  building: 'main building: edificio principale, corpo centrale; annexe: dependance, dépendance, annesso',
  'building word': 'tower: torre; building: edificio, palazzina; wing: ala',
  access: `accessible: accessibile, accessibile ai disabili, per disabili, disabili, sedia a rotelle,
    accessibile in sedia a rotelle, attrezzata per disabili, mobilità ridotta,
    per ospiti con mobilità ridotta, per persone con disabilità`,
  'access detail': `hearing: non udenti, per non udenti;
    roll-in shower: doccia a filo pavimento, doccia accessibile`,
  smoking: `non-smoking: non fumatori, per non fumatori, non fumatore;
    smoking: fumatori, per fumatori, fumatore`,
  club: `club or lounge access: accesso alla lounge, accesso al club, accesso alla club lounge,
    accesso alla lounge executive, accesso alla executive lounge, accesso alla sala vip`,
  feature: `balcony: balcone, balconcino, balconi; terrace: terrazza, terrazzo, veranda, portico;
    kitchen: cucina; kitchenette: angolo cottura, cucinino; fireplace: camino, caminetto;
    spa bath: vasca idromassaggio, idromassaggio; bathtub: vasca, vasca da bagno; shower: doccia;
    shared bathroom: bagno condiviso, bagno in comune, bagno in condivisione, bagno comune;
    private bathroom: bagno privato, bagno interno, bagno esterno privato; private pool: piscina privata;
    corner: angolo, d angolo, ad angolo, angolare; interconnecting: comunicante, comunicanti;
    pets allowed: animali ammessi; partial view: parziale, laterale;
    no window: senza finestra, senza finestre, interna; living room: soggiorno, salotto, zona soggiorno;
    garden: giardino privato; mezzanine: soppalco; air conditioning: aria condizionata, climatizzata;
    single use: uso singolo, uso singola, ad uso singolo, uso singolo adulto; female: femminile, solo donne;
    male: maschile, solo uomini; mixed: misto, mista`,
  board: `room only: solo pernottamento, solo camera, senza colazione, pernottamento;
    breakfast: colazione, colazione inclusa, con colazione, pernottamento e colazione, prima colazione,
    prima colazione inclusa; half board: mezza pensione, cena inclusa; full board: pensione completa;
    all inclusive: tutto incluso, tutto compreso`,
  refund: `non-refundable: non rimborsabile, senza rimborso, non cancellabile, non rimborsabili, prepagata,
    prepagato;
    refundable: rimborsabile, cancellazione gratuita, cancellabile, flessibile, tariffa flessibile;
    partially refundable: parzialmente rimborsabile`,
  stay: `weekly: settimanale, settimana, 7 notti, sette notti; monthly: mensile, mese, 28 notti, 30 notti;
    long stay: lungo soggiorno, soggiorni lunghi, lunga permanenza, soggiorno lungo; weekend: fine settimana`,
  deal: `mobile: tariffa mobile, tariffa cellulare;
    promotion: offerta, promozione, offerta speciale, sconto, promozionale, promozioni;
    early booking: prenota prima, prenotazione anticipata; last minute: ultimo minuto;
    member: membri, soci, fedeltà; corporate: aziendale, aziende, convenzionata; package: pacchetto`,
  base: `standard rate: tariffa standard, tariffa base, tariffa normale, miglior tariffa disponibile,
    tariffa pubblica, tariffa del giorno`,
  number: `1: un, una, uno; 2: due; 3: tre; 4: quattro; 5: cinque; 6: sei; 7: sette; 8: otto; 9: nove;
    10: dieci; floor 1: primo; floor 2: secondo; floor 3: terzo; floor 4: quarto; floor 5: quinto`,
  'guest word': 'guests: persone, persona, ospiti, adulti, adulto, bambini',
  'size word': 'size: mq, metri quadrati, metri quadri',
  range: 'to: al',
  or: 'or: o, oppure',
  without: 'without: senza, non, no',
  filler: `rinnovata, ristrutturata, ristrutturato, rinnovato, il, lo, la, i, gli, le, del, della, di, con, e, ed, in, sul, sulla, al, alla, ai, a, per, lato,
    tariffa, tariffe, prezzo, accesso, ad, inclusa, incluso`,
}
