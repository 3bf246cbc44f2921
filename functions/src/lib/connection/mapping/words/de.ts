import type { WordList } from './word-list.ts'

export const de: WordList = {
  type: `room: zimmer, gästezimmer, gaestezimmer, hotelzimmer; suite: suiten; junior suite: juniorsuite;
    studio: einzimmerwohnung, einzimmerapartment;
    apartment: appartement, ferienwohnung, fewo, wohnung, appartment;
    house: ferienhaus, haus, doppelhaus, reihenhaus, landhaus; cottage: hütte, huette, berghütte;
    cabin: blockhaus, blockhütte; dorm: schlafsaal, mehrbettzimmer, gemeinschaftszimmer, bett im schlafsaal;
    tent: zelt; mobile home: mobilheim, wohnwagen; boat: hausboot; maisonette: maisonettewohnung`,
  grade: `economy: einfach, einfaches, klein, kleines, gemütlich, gemütliches, günstig, günstiges, spar;
    classic: klassik, klassisch, klassisches; traditional: traditionell, traditionelles; comfort: komfort;
    luxury: luxus, luxuriös, luxuriöses; business: geschäftsreisende;
    grand: groß, großes, grosses, gross, geräumig, geräumiges; royal: königlich, königliches, königs;
    presidential: präsidenten, praesidenten; panoramic: panorama; honeymoon: hochzeits, flitterwochen;
    family: familien, familie; heritage: historisch, historisches; modern: modernes, zeitgemäß`,
  party: `single: einzel, einbett; double: doppel, dz; twin: zweibett, getrennte betten, getrennten betten;
    triple: dreibett; quadruple: vierbett`,
  bed: `king: kingsize, extragroß, extragroßes doppel, extra großes doppel, extragroßem doppel;
    queen: queensize, großes doppel, großem doppel, französisches, grosses doppel;
    sofa: schlafsofa, schlafcouch, ausziehbares sofa, bettsofa;
    bunk: etagenbett, etagenbetten, stockbett, stockbetten, hochbett`,
  'bed word': 'bed: bett, betten',
  'bedroom word': 'bedroom: schlafzimmer, schlafzimmern, schlafräume',
  'rooms word': 'rooms: zimmer, räume',
  'compound tail': `zimmer, suite, studio, apartment, appartement, villa, wohnung, blick, bett, betten,
    rate, tarif, preis, balkon, terrasse, etage, gebäude, flügel, turm`,
  view: `sea: meer, meeres, meerseite, strand, ozean, bucht; water: wasser; lake: see, seeseite;
    river: fluss, kanal, flussseite; harbour: hafen; city: stadt, altstadt, innenstadt;
    street: straße, strasse, straßen, straßenseite; garden: garten, gartenseite; park: park;
    pool: schwimmbad; mountain: berg, berge, alpen, bergseite, alp; valley: tal, landschaft, landschafts;
    forest: wald; courtyard: hof, innenhof, hofseite; landmark: schloss, dom, burg, sehenswürdigkeit;
    golf: golfplatz; square: marktplatz`,
  'view word': 'view: blick, aussicht, ausblick',
  floor: `high floor: höhere etage, hohe etage, obere etage, oberen etagen, höheren etage, hohes stockwerk,
    oberes stockwerk; low floor: untere etage, niedrige etage, unteren etagen;
    ground floor: erdgeschoss, erdgeschoß, eg, parterre; top floor: oberste etage, oberstes stockwerk;
    attic floor: dachgeschoss, dachgeschoß, dg, dachboden, mansarde;
    basement: untergeschoss, souterrain, kellergeschoss`,
  'floor word': 'floor: etage, etagen, stock, stockwerk, stockwerke, obergeschoss, og, geschoss',
  building: `main building: hauptgebäude, haupthaus, stammhaus;
    annexe: nebengebäude, nebenhaus, dependance, gästehaus, anbau`,
  'building word': 'tower: turm; building: gebäude; wing: flügel, trakt',
  access: `accessible: barrierefrei, barrierefreies, barrierearm, behindertengerecht, behindertengerechtes,
    behindertenfreundlich, rollstuhlgerecht, rollstuhlgerechtes, rollstuhlgeeignet, für rollstuhlfahrer,
    für gäste mit eingeschränkter mobilität, rollstuhl`,
  'access detail': `hearing: hörgeschädigte, für hörgeschädigte, gehörlose;
    roll-in shower: ebenerdige dusche, bodengleiche dusche, ebenerdiger dusche, bodengleicher dusche`,
  smoking: 'non-smoking: nichtraucher, rauchfrei, nicht raucher; smoking: raucher, rauchen erlaubt',
  club: `club or lounge access: zugang zur lounge, zugang zur executive lounge, loungezugang, lounge zugang,
    clubetage, club lounge zugang, zugang zur club lounge, clublounge`,
  feature: `balcony: balkon, südbalkon; terrace: terrasse, dachterrasse, veranda; kitchen: küche, wohnküche;
    kitchenette: kochnische, küchenzeile, kleiner küche, kleine küche; fireplace: kamin;
    spa bath: whirlpool, whirlwanne; bathtub: badewanne, wanne; shower: dusche;
    shared bathroom: gemeinschaftsbad, gemeinsamem bad, geteiltes bad, gemeinschaftsbadezimmer, etagenbad,
    gemeinsames bad, gemeinsamem badezimmer;
    private bathroom: eigenes bad, eigenem bad, privatbad, eigenem badezimmer, eigenes badezimmer;
    private pool: privatpool, eigener pool, eigenem pool, privatem pool; corner: eck;
    interconnecting: verbindungstür, verbundene, verbindungszimmer, verbunden;
    pets allowed: haustiere erlaubt, haustierfreundlich, hundefreundlich;
    partial view: seitlich, seitlicher, seitlichem, teilweise, eingeschränktem, eingeschränkter;
    no window: ohne fenster, fensterlos, innenliegend;
    living room: wohnzimmer, wohnbereich, sitzbereich, sitzecke, wohnraum;
    garden: eigener garten, eigenem garten, privatgarten; air conditioning: klimaanlage, klimatisiert;
    single use: zur einzelnutzung, einzelnutzung, zur alleinnutzung, alleinbenutzung, einzelbelegung;
    female: frauen, nur für frauen; male: männer; mixed: gemischt, gemischter, gemischtes`,
  board: `room only: nur übernachtung, ohne frühstück, ohne verpflegung, übernachtung ohne frühstück,
    nur zimmer;
    breakfast: frühstück, mit frühstück, inkl frühstück, inklusive frühstück, frühstück inklusive,
    frühstück inbegriffen, übernachtung mit frühstück, übernachtung frühstück, übernachtung und frühstück,
    inkl frühstücksbuffet; half board: halbpension, hp; full board: vollpension, vp;
    all inclusive: alles inklusive, all inklusive`,
  refund: `non-refundable: nicht erstattbar, nicht erstattungsfähig, nicht stornierbar,
    nicht kostenlos stornierbar, keine erstattung, ohne stornierung, nicht rückerstattbar, vorauszahlung;
    refundable: erstattbar, kostenlose stornierung, kostenlos stornierbar, stornierbar, flexibel,
    flexible rate, voll flexibel, flexibler tarif, rückerstattbar;
    partially refundable: teilweise erstattbar`,
  stay: `weekly: wöchentlich, woche, wochen, wochentarif, wochenrate, wochenpreis, 7 nächte, sieben nächte;
    monthly: monatlich, monat, monats, monatstarif, monatsrate, 28 nächte, 30 nächte;
    long stay: langzeit, langzeitaufenthalt, langzeitrate, langzeittarif, längerer aufenthalt;
    weekend: wochenende, wochenend, wochenendrate`,
  deal: `mobile: mobil, mobilrate, mobiltarif;
    promotion: angebot, sonderangebot, aktion, rabatt, aktionspreis, aktionsrate;
    early booking: frühbucher, frühbucherrabatt, frühbucherrate; last minute: kurzentschlossene, lastminute;
    member: mitglieder, mitgliederrate, mitgliederpreis; corporate: firmen, firmenrate, firmenpreis;
    package: pauschale, paket, arrangement`,
  base: `standard rate: standardrate, standardtarif, standardpreis, normaltarif, normalpreis, tagespreis,
    tagesrate, bestpreis, grundpreis`,
  number: `1: ein, eins, einem, einer, eine, einen, eines; 2: zwei; 3: drei; 4: vier; 5: fünf; 6: sechs;
    7: sieben; 8: acht; 9: neun; 10: zehn; 11: elf; 12: zwölf; floor 1: erste, ersten, erster, erstes;
    floor 2: zweite, zweiten, zweiter, zweites; floor 3: dritte, dritten, dritter, drittes;
    floor 4: vierte, vierten; floor 5: fünfte, fünften`,
  'guest word': 'guests: gäste, gast, personen, person, erwachsene, kinder, pers',
  'size word': 'size: qm, quadratmeter',
  range: 'to: bis',
  or: 'or: oder, bzw',
  without: 'without: ohne, kein, keine, keinen, nicht',
  filler: `renoviert, renoviertes, der, die, das, den, dem, des, und, mit, im, in, am, zum, zur, auf, aufs, von, vom, für, zu, mal,
    inkl, inklusive, sowie, rate, tarif, preis, tarife, raten, zugang`,
}
