import type { StepLetters } from './words.ts'

/** Where the extranet speaks another language, its English words stand in brackets: not every account has it translated. */
export const bookingLetters = {
  logIn: {
    en: {
      title: 'Log in to the extranet',
      task: 'Open the {ota} extranet and log in with the user of {property}.',
      hint: 'It worked when you see the name of the property at the top of the page.',
    },
    de: {
      title: 'Im Extranet anmelden',
      task: 'Öffnen Sie das Extranet von {ota} und melden Sie sich mit dem Benutzer von {property} an.',
      hint: 'Es hat geklappt, wenn oben auf der Seite der Name der Unterkunft steht.',
    },
    es: {
      title: 'Iniciar sesión en la extranet',
      task: 'Abra la extranet de {ota} e inicie sesión con el usuario de {property}.',
      hint: 'Ha funcionado si ve el nombre del alojamiento en la parte superior de la página.',
    },
    fr: {
      title: 'Se connecter à l’extranet',
      task: 'Ouvrez l’extranet de {ota} et connectez-vous avec l’utilisateur de {property}.',
      hint: 'C’est réussi quand le nom de l’établissement s’affiche en haut de la page.',
    },
    it: {
      title: 'Accedere all’extranet',
      task: 'Apra l’extranet di {ota} e acceda con l’utente di {property}.',
      hint: 'È riuscito quando vede il nome della struttura in alto nella pagina.',
    },
  },
  copyCode: {
    en: {
      title: 'Send us the property ID',
      task: 'The property ID is at the top of the extranet, beside the name of the property. Copy it exactly as it stands there and send it to us.',
      hint: 'It is a number of 4 to 10 digits.',
    },
    de: {
      title: 'Die Unterkunfts-ID senden',
      task: 'Die Unterkunfts-ID steht oben im Extranet neben dem Namen der Unterkunft. Kopieren Sie sie genau so, wie sie dort steht, und senden Sie sie uns.',
      hint: 'Es ist eine Zahl mit 4 bis 10 Ziffern.',
    },
    es: {
      title: 'Enviarnos el ID del alojamiento',
      task: 'El ID del alojamiento está en la parte superior de la extranet, junto al nombre del alojamiento. Cópielo exactamente como aparece y envíenoslo.',
      hint: 'Es un número de 4 a 10 cifras.',
    },
    fr: {
      title: 'Nous envoyer l’identifiant de l’établissement',
      task: 'L’identifiant de l’établissement se trouve en haut de l’extranet, à côté du nom de l’établissement. Copiez-le exactement tel quel et envoyez-le-nous.',
      hint: 'C’est un nombre de 4 à 10 chiffres.',
    },
    it: {
      title: 'Inviarci l’ID della struttura',
      task: 'L’ID della struttura si trova in alto nell’extranet, accanto al nome della struttura. Lo copi esattamente com’è e ce lo invii.',
      hint: 'È un numero da 4 a 10 cifre.',
    },
  },
  openProvider: {
    en: {
      title: 'Open Account, Connectivity Provider',
      task: 'In the extranet open the menu “Account”, then “Connectivity Provider”.',
      hint: 'You are right when the page lets you search for a provider.',
    },
    de: {
      title: 'Die Seite für Connectivity-Provider öffnen',
      task: 'Öffnen Sie im Extranet das Menü „Konto“ (Account), dann „Connectivity-Provider“ (Connectivity Provider).',
      hint: 'Sie sind richtig, wenn Sie auf der Seite nach einem Anbieter suchen können.',
    },
    es: {
      title: 'Abrir la página del proveedor de conectividad',
      task: 'En la extranet abra el menú «Cuenta» (Account) y después «Proveedor de conectividad» (Connectivity Provider).',
      hint: 'Está en el lugar correcto si la página le permite buscar un proveedor.',
    },
    fr: {
      title: 'Ouvrir la page du fournisseur de connectivité',
      task: 'Dans l’extranet, ouvrez le menu « Compte » (Account), puis « Fournisseur de connectivité » (Connectivity Provider).',
      hint: 'Vous êtes au bon endroit si la page permet de rechercher un fournisseur.',
    },
    it: {
      title: 'Aprire la pagina del provider di connettività',
      task: 'Nell’extranet apra il menu «Account», poi «Provider di connettività» (Connectivity Provider).',
      hint: 'È nel posto giusto quando la pagina permette di cercare un provider.',
    },
  },
  searchName: {
    en: {
      title: 'Search for {channelManager}',
      task: 'On the page “Connectivity Provider” search for {channelManager}.',
      hint: 'Type the full name: the extranet shows it for nothing less.',
    },
    de: {
      title: 'Nach {channelManager} suchen',
      task: 'Suchen Sie auf der Seite „Connectivity-Provider“ (Connectivity Provider) nach {channelManager}.',
      hint: 'Geben Sie den vollständigen Namen ein: nur dann zeigt ihn das Extranet.',
    },
    es: {
      title: 'Buscar {channelManager}',
      task: 'En la página «Proveedor de conectividad» (Connectivity Provider) busque {channelManager}.',
      hint: 'Escriba el nombre completo: solo así lo muestra la extranet.',
    },
    fr: {
      title: 'Rechercher {channelManager}',
      task: 'Sur la page « Fournisseur de connectivité » (Connectivity Provider), recherchez {channelManager}.',
      hint: 'Saisissez le nom complet : l’extranet ne l’affiche qu’ainsi.',
    },
    it: {
      title: 'Cercare {channelManager}',
      task: 'Nella pagina «Provider di connettività» (Connectivity Provider) cerchi {channelManager}.',
      hint: 'Scriva il nome completo: l’extranet lo mostra solo così.',
    },
  },
  confirm: {
    en: {
      title: 'Select {channelManager}',
      task: 'Select {channelManager} in the list, confirm the selection and click “Next”.',
      hint: 'Afterwards the extranet shows an agreement.',
    },
    de: {
      title: '{channelManager} auswählen',
      task: 'Wählen Sie {channelManager} in der Liste aus, bestätigen Sie die Auswahl und klicken Sie auf „Weiter“ (Next).',
      hint: 'Danach zeigt das Extranet eine Vereinbarung.',
    },
    es: {
      title: 'Seleccionar {channelManager}',
      task: 'Seleccione {channelManager} en la lista, confirme la selección y haga clic en «Siguiente» (Next).',
      hint: 'Después la extranet muestra un acuerdo.',
    },
    fr: {
      title: 'Sélectionner {channelManager}',
      task: 'Sélectionnez {channelManager} dans la liste, confirmez la sélection et cliquez sur « Suivant » (Next).',
      hint: 'L’extranet affiche ensuite un contrat.',
    },
    it: {
      title: 'Selezionare {channelManager}',
      task: 'Selezioni {channelManager} nell’elenco, confermi la selezione e faccia clic su «Avanti» (Next).',
      hint: 'Poi l’extranet mostra un accordo.',
    },
  },
  agreement: {
    en: {
      title: 'Accept the XML Service Agreement',
      task: 'Read the “XML Service Agreement” that {ota} shows, and accept it if you agree.',
      hint: 'It is an agreement between you and {ota}. Without it {property} cannot be connected.',
    },
    de: {
      title: 'Die XML-Servicevereinbarung annehmen',
      task: 'Lesen Sie die XML-Servicevereinbarung (XML Service Agreement), die {ota} zeigt, und nehmen Sie sie an, wenn Sie einverstanden sind.',
      hint: 'Es ist eine Vereinbarung zwischen Ihnen und {ota}. Ohne sie kann {property} nicht verbunden werden.',
    },
    es: {
      title: 'Aceptar el acuerdo de servicio XML',
      task: 'Lea el acuerdo de servicio XML (XML Service Agreement) que muestra {ota} y acéptelo si está de acuerdo.',
      hint: 'Es un acuerdo entre usted y {ota}. Sin él no se puede conectar {property}.',
    },
    fr: {
      title: 'Accepter le contrat de service XML',
      task: 'Lisez le contrat de service XML (XML Service Agreement) affiché par {ota} et acceptez-le si vous êtes d’accord.',
      hint: 'C’est un contrat entre vous et {ota}. Sans lui, {property} ne peut pas être connecté.',
    },
    it: {
      title: 'Accettare l’accordo di servizio XML',
      task: 'Legga l’accordo di servizio XML (XML Service Agreement) mostrato da {ota} e lo accetti se è d’accordo.',
      hint: 'È un accordo tra Lei e {ota}. Senza di esso non è possibile collegare {property}.',
    },
  },
  wait: {
    en: {
      title: 'See whether the connection is active',
      task: '{channelManager} accepts the connection, usually within minutes. Then look at “Account”, “Connectivity Provider” in the extranet.',
      hint: 'Tell us when {channelManager} is shown as active there.',
    },
    de: {
      title: 'Nachsehen, ob die Verbindung aktiv ist',
      task: '{channelManager} nimmt die Verbindung an, meist innerhalb von Minuten. Sehen Sie dann im Extranet unter „Konto“ (Account), „Connectivity-Provider“ (Connectivity Provider) nach.',
      hint: 'Sagen Sie uns Bescheid, sobald {channelManager} dort als aktiv angezeigt wird.',
    },
    es: {
      title: 'Comprobar si la conexión está activa',
      task: '{channelManager} acepta la conexión, normalmente en unos minutos. Mire después en la extranet en «Cuenta» (Account), «Proveedor de conectividad» (Connectivity Provider).',
      hint: 'Avísenos cuando {channelManager} aparezca allí como activo.',
    },
    fr: {
      title: 'Vérifier si la connexion est active',
      task: '{channelManager} accepte la connexion, en général en quelques minutes. Regardez ensuite dans l’extranet sous « Compte » (Account), « Fournisseur de connectivité » (Connectivity Provider).',
      hint: 'Prévenez-nous quand {channelManager} y est affiché comme actif.',
    },
    it: {
      title: 'Controllare se la connessione è attiva',
      task: '{channelManager} accetta la connessione, di solito in pochi minuti. Poi guardi nell’extranet in «Account», «Provider di connettività» (Connectivity Provider).',
      hint: 'Ci avvisi quando {channelManager} vi risulta attivo.',
    },
  },
} satisfies Record<string, StepLetters>
