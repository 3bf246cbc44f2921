import type { WordList } from './word-list.ts'

export const es: WordList = {
  type: `room: habitación, habitaciones, cuarto, hab, alcoba; junior suite: suite junior, suites junior;
    studio: estudio, apartamento estudio, monoambiente;
    apartment: apartamento, apartamentos, departamento, piso, apto, depto; penthouse: ático;
    house: casa, casa de vacaciones, casa rural, casa adosada; cottage: casita; bungalow: bungaló;
    chalet: chalé; cabin: cabaña;
    dorm: dormitorio compartido, habitación compartida, cama en dormitorio compartido,
    cama en habitación compartida; tent: tienda de campaña, tienda; mobile home: casa móvil, caravana;
    boat: barco; maisonette: dúplex`,
  grade: `standard: estándar; economy: económica, económico, básica, básico, pequeña, pequeño, acogedora;
    classic: clásica, clásico; traditional: tradicional; comfort: confort; executive: ejecutiva, ejecutivo;
    business: negocios; luxury: de lujo, lujo, lujosa, lujoso;
    grand: gran, grande, amplia, amplio, espaciosa, espacioso; royal: real; presidential: presidencial;
    prestige: prestigio; privilege: privilegio; ambassador: embajador;
    panoramic: panorámica, panorámicas, panorámico; honeymoon: luna de miel, nupcial;
    family: familiar, familiares, familia; heritage: histórica, histórico;
    modern: moderna, moderno, contemporánea`,
  party: `single: individual, sencilla, individuales, sencillo; double: doble, dobles, matrimonial;
    twin: camas separadas, camas gemelas; quadruple: cuádruple, cuádruples; triple: triples`,
  bed: `king: cama extragrande, extragrande, extragrandes, cama doble extragrande, king size;
    queen: cama doble grande, cama grande, camas grandes, queen size;
    double: cama de matrimonio, cama matrimonial, camas de matrimonio, camas matrimoniales;
    sofa: sofá cama, sofás cama, sofacama; bunk: litera, literas`,
  'bed word': 'bed: cama, camas',
  'bedroom word': 'bedroom: habitación, habitaciones, dormitorio, dormitorios, recámara, recámaras',
  'rooms word': 'rooms: ambientes, ambiente',
  view: `sea: mar, océano, playa, bahía; water: agua; lake: lago, laguna; river: río, canal;
    harbour: puerto; city: ciudad; street: calle; garden: jardín, jardines; park: parque;
    pool: piscina, alberca; mountain: montaña, montañas, sierra, volcán; valley: valle, campo;
    forest: bosque; courtyard: patio, patio interior; landmark: castillo, catedral, monumento;
    golf: campo de golf; square: plaza`,
  'view word': 'view: vista, vistas',
  floor: `high floor: planta alta, piso alto, plantas altas, piso superior, planta superior, pisos altos;
    low floor: piso bajo, planta inferior, pisos bajos; ground floor: planta baja;
    top floor: última planta, último piso; attic floor: buhardilla, abuhardillada;
    basement: sótano, semisótano`,
  'floor word': 'floor: planta, plantas, piso, pisos',
  building: 'main building: edificio principal, casa principal; annexe: anexo, edificio anexo',
  'building word': 'tower: torre; building: edificio, bloque; wing: ala',
  access: `accessible: accesible, adaptada, adaptado, adaptada para personas de movilidad reducida,
    movilidad reducida, minusválidos, discapacitados, silla de ruedas, personas con discapacidad,
    para personas de movilidad reducida, adaptada para personas con movilidad reducida`,
  'access detail': `hearing: discapacidad auditiva, personas sordas;
    roll-in shower: ducha a ras de suelo, ducha adaptada`,
  smoking: `non-smoking: no fumadores, para no fumadores, no fumador, libre de humo, sin humo;
    smoking: fumadores, para fumadores, fumador`,
  club: `club or lounge access: acceso al lounge, acceso al salón, acceso al club,
    acceso al salón ejecutivo, acceso al lounge ejecutivo, acceso al salón vip, acceso a la sala vip`,
  feature: `balcony: balcón, balcones; terrace: terraza, porche; kitchen: cocina;
    kitchenette: cocina pequeña, zona de cocina, cocina americana, kitchenet; fireplace: chimenea;
    spa bath: bañera de hidromasaje, hidromasaje, jacuzzi; bathtub: bañera; shower: ducha;
    shared bathroom: baño compartido, cuarto de baño compartido;
    private bathroom: baño privado, cuarto de baño privado, baño propio;
    private pool: piscina privada, alberca privada; corner: esquina, esquinera;
    interconnecting: comunicadas, conectadas, comunicada, comunicantes, comunicante;
    pets allowed: se admiten mascotas, admite mascotas;
    partial view: parcial, parciales, lateral, laterales; no window: sin ventana, sin ventanas, interior;
    living room: salón, sala de estar, zona de estar; garden: jardín privado;
    air conditioning: aire acondicionado;
    single use: de uso individual, uso individual, para uso individual;
    female: femenino, mujeres, femenina, solo para mujeres; male: masculino, hombres, masculina;
    mixed: mixta, mixto`,
  board: `room only: solo alojamiento, sólo alojamiento, solo habitación, sin desayuno, alojamiento;
    breakfast: desayuno, desayuno incluido, con desayuno, alojamiento y desayuno, con desayuno incluido;
    half board: media pensión, cena incluida; full board: pensión completa; all inclusive: todo incluido`,
  refund: `non-refundable: no reembolsable, sin reembolso, no cancelable, no reembolsables, prepago,
    sin cancelación;
    refundable: reembolsable, cancelación gratis, cancelación gratuita, cancelable, tarifa flexible;
    partially refundable: parcialmente reembolsable`,
  stay: `weekly: semanal, semana, 7 noches, siete noches; monthly: mensual, mes, 28 noches, 30 noches;
    long stay: larga estancia, estancia larga, estancias largas, larga estadía, estadía prolongada;
    weekend: fin de semana`,
  deal: `mobile: móvil, tarifa móvil;
    promotion: oferta, promoción, oferta especial, descuento, promocional, promociones;
    early booking: reserva anticipada, venta anticipada; last minute: última hora, último minuto;
    member: miembro, miembros, socios, fidelidad; corporate: corporativa, empresas, empresa;
    package: paquete`,
  base: `standard rate: tarifa estándar, tarifa base, tarifa normal, mejor tarifa disponible,
    tarifa pública, tarifa del día`,
  number: `1: un, una, uno; 2: dos; 3: tres; 4: cuatro; 5: cinco; 6: seis; 7: siete; 8: ocho; 9: nueve;
    10: diez; floor 1: primera, primer, primero, 1a, 1o; floor 2: segunda, segundo, 2a, 2o;
    floor 3: tercera, tercer, tercero, 3a, 3o; floor 4: cuarta; floor 5: quinta`,
  'guest word': 'guests: personas, persona, huéspedes, adultos, adulto, niños, pax',
  'size word': 'size: metros cuadrados',
  range: 'to: al',
  or: 'or: o',
  without: 'without: sin, no',
  filler: `renovada, renovado, reformada, el, la, los, las, del, de, con, y, en, al, a, para, por, lado, tarifa, tarifas, precio, acceso,
    incluido, incluida`,
}
