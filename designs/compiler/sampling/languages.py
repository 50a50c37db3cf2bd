"""Names in other languages, read as the English ones that tables of the sample know: vorname, cognome and prenom are given and family
names. Only words that are no English ones are read so."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from ..content_cache import of_a_short_text
from ..names import inflection

# Words and, after a colon, what they mean; of two words, "-" stands between them.
_GERMAN = """
satz:rate mehrwertsteuer:vat strasse:street hausnummer:house_number plz:postal_code postleitzahl:postal_code ort:city stadt:city wohnort:city anschrift:address adresse:address
telefon:phone telefonnummer:phone handy:mobile mobilnummer:mobile vorname:first_name nachname:last_name familienname:last_name geburtsdatum:birth_date
geburtstag:birth_date bezeichnung:title titel:title beschreibung:description bemerkung:note bemerkungen:note notiz:note notizen:note anmerkung:note
kommentar:comment nummer:number kennzeichen:plate datum:date zeitpunkt:timestamp beginn:start ende:end von:from bis:until betrag:amount preis:price
menge:quantity anzahl:count summe:total gesamt:total netto:net brutto:gross steuersatz:tax_rate waehrung:currency monat:month jahr:year woche:week
stunden:hours minuten:minutes dauer:duration gewicht:weight laenge:length hoehe:height breite:width temperatur:temperature zustand:condition typ:type
sorte:kind grund:reason kunde:customer kunden:customer lieferant:supplier lieferanten:supplier mitarbeiter:employee fahrer:driver betrieb:company
firma:company ansprechpartner:contact_person rechnung:invoice abrechnung:statement bestellung:order auftrag:order lieferung:delivery zahlung:payment
gutschrift:credit_note artikel:product produkt:product lager:warehouse fahrzeug:vehicle tankwagen:truck lkw:truck rolle:role abteilung:department
termin:appointment vertrag:contract arzt:doctor verfahren:method ergebnis:result offen:open erfasst:recorded entwurf:draft freigegeben:released
storniert:cancelled bezahlt:paid ausgezahlt:paid abgerechnet:settled geplant:planned laufend:running abgeschlossen:completed erledigt:done aktiv:active
gesperrt:blocked gekuendigt:terminated versendet:sent gesendet:sent geliefert:delivered bestaetigt:confirmed abgelehnt:rejected genehmigt:approved
eingang:received eingegangen:received erstellt:created angelegt:created geaendert:changed durchgefuehrt:performed bestellt:ordered gueltig:valid
faellig:due faelligkeit:due_date geboren:born oeffnungszeiten:opening_hours lieferdatum:delivery_date rechnungsdatum:invoice_date unterschrift:signature
abgeholt:collected gebracht:brought krank:sick aufgenommen:admitted ausgeschieden:left gemeldet:reported eingestellt:hired passiert:happened
gruppe:group raum:room farbe:color alter:age gericht:dish portionen:portions vegetarisch:vegetarian plaetze:places leitung:lead seit:since
verhaeltnis:relation krankenkasse:health_insurer qualifikation:qualification allergien:allergies verletzung:injury hergang:what_happened
personalnummer:personnel_no elternteil:parent eltern:parents erzieherin:teacher erzieher:teacher lehrer:teacher schueler:pupil mitglied:member
gast:guest gaeste:guests zimmer:room tisch:table stuhl:chair werkstatt:workshop schicht:shift pause:break urlaub:vacation lohn:wage gehalt:salary
rabatt:discount mahnung:reminder miete:rent mieter:tenant vermieter:landlord wohnung:flat gebaeude:building stockwerk:floor flaeche:area
hersteller:manufacturer modell:model baujahr:construction_year seriennummer:serial_number marke:brand material:material groesse:size
spannung:voltage leistung:power verbrauch:consumption strecke:distance geschwindigkeit:speed tiefe:depth durchmesser:diameter umsatz:turnover
geschlecht:gender beruf:profession sprache:language sprachen:languages staat:country bundesland:state wochentag:weekday uhrzeit:time
begonnen:started beendet:ended gestartet:started zurueckgegeben:returned verliehen:lent gebucht:booked angemeldet:registered abgemeldet:signed_off
gewaehlt:chosen gezahlt:paid verkauft:sold gekauft:bought geprueft:checked repariert:repaired gewartet:serviced gemessen:measured besucht:visited
verfallen:expired abgesagt:cancelled verschoben:postponed ausgefallen:cancelled wartung:maintenance pruefung:inspection schaden:damage stoerung:fault
anrede:salutation brennstoff:fuel aufstellort:location taetigkeit:work schwere:severity gering:minor erheblich:major festgestellt:found frist:deadline
behoben:fixed stillgelegt:decommissioned heizung:heating gemahnt:reminded angekuendigt:announced ausgestellt:issued gebuehr:fee mwst:vat ust:vat
bestanden:passed lastschrift:direct_debit eigentuemer:owner mangel:defect maengel:defects messung:measurement messgeraet:meter geraet:device
einzelpreis:unit_price gesamtpreis:total_price gesamtbetrag:total_amount nettobetrag:net_amount bruttobetrag:gross_amount anzahlung:deposit
restbetrag:outstanding stundensatz:hourly_rate stundenlohn:hourly_wage kaufpreis:purchase_price verkaufspreis:sale_price stadtteil:district
ortsteil:district teilnehmer:participant kursleiter:instructor buchung:booking reservierung:reservation anreise:arrival abreise:departure
ankunft:arrival abfahrt:departure naechte:nights erwachsene:adults kinder:children medikament:medication diagnose:diagnosis befund:finding
bearbeiter:clerk sachbearbeiter:clerk verein:club mannschaft:team verletzt:injured entlassen:discharged unterschrieben:signed verlaengert:extended
thema:topic zaehler:meter zaehlerstand:reading ablesung:reading anteil:share hausgeld:service_charge mahnstufe:reminder_level verfasser:author bauteil:building_part buch:book verlag:publisher auflage:edition seiten:pages kapitel:chapter tier:animal rasse:breed futter:feed
"""
_ITALIAN = """
nome:name cognome:last_name denominazione:name ragione-sociale:company_name indirizzo:address citta:city provincia:province telefono:phone
cellulare:mobile codice:code codice-fiscale:tax_id codice-postale:postal_code partita-iva:vat_number data-nascita:birth_date numero:number nato:born
nata:born il:on alle:at dal:from scadenza:expiry scade:expires quantita:quantity prezzo:price importo:amount totale:total imponibile:net unita:unit
stato:state tipo:type tipologia:type categoria:category descrizione:description motivo:reason titolo:title anno:year mese:month giorno:day ora:hour
durata:duration peso:weight altezza:height cliente:customer fornitore:supplier ordine:order fattura:invoice pagamento:payment consegna:delivery
spedizione:shipment prodotto:product farmaco:medication paziente:patient medico:physician infermiere:nurse reparto:ward lotto:batch firmato:signed
da:by inviato:sent inviata:sent consegnato:delivered consegnata:delivered annullato:cancelled annullata:cancelled conclusa:completed concluso:completed
sospesa:suspended sospeso:suspended validata:validated preparata:prepared prevista:planned contata:counted bozza:draft confermato:confirmed
confermata:confirmed pagato:paid pagata:paid chiuso:closed chiusa:closed aperto:open aperta:open pronta:ready pronto:ready dosaggio:dosage
creato:created creata:created
"""
_SPANISH = """
nombre:name apellidos:last_name apellido:last_name direccion:address calle:street ciudad:city municipio:city codigo:code codigo-postal:postal_code
telefono:phone movil:mobile correo:email fecha:date fecha-nacimiento:birth_date nacido:born importe:amount precio:price cantidad:quantity estado:state
tipo:type descripcion:description observaciones:note motivo:reason titulo:title numero:number cliente:customer proveedor:supplier pedido:order
factura:invoice pago:payment entrega:delivery producto:product matricula:plate vehiculo:vehicle firmado:signed firmada:signed enviado:sent enviada:sent
entregado:delivered entregada:delivered cancelado:cancelled anulado:cancelled anulada:cancelled pagado:paid pagada:paid pendiente:pending abierto:open
cerrado:closed borrador:draft creado:created actualizado:updated hora:hour inicio:start desde:from hasta:until mes:month dni:id_card nif:tax_id
empleado:employee oficial:clerk persona:person personas:persons telefonos:phones nacimiento:birth_date texto:text asunto:subject emitida:issued
emitido:issued autorizada:authorized cobrada:collected caduca:expires revocado:revoked revocada:revoked confirmada:confirmed confirmado:confirmed
cita:appointment citas:appointments expediente:case domicilio:address unidades:units ano:year solicitante:applicant
fecha-alta:joined_on fecha-baja:left_on miembro:member espacio:space puesto:desk empresa:company resuelta:resolved resuelto:resolved iva:vat
abierta:opened cancelada:cancelled confirmado:confirmed usada:used usado:used horas:hours compradas:purchased usadas:used comprado:bought
comprada:bought gravedad:severity entrada:check_in salida:check_out puerta:door planta:floor aforo:capacity asistentes:attendees
cancelacion:cancellation reserva:reservation alumno:pupil alumna:pupil profesor:teacher clase:class curso:course habitacion:room mesa:table
plato:dish camarero:waiter turno:shift sueldo:salary salario:salary contrato:contract alquiler:rent piso:flat coche:car averia:fault
reparacion:repair taller:workshop revisado:checked medido:measured peso:weight edad:age sexo:sex idioma:language pais:country provincia:province
vacuna:vaccine raza:breed dueno:owner paciente:patient receta:prescription dosis:dose cosecha:harvest vuelo:flight socio:member socia:member
cuota:fee recibido:received recibida:received terminado:finished terminada:finished empezado:started devuelto:returned devuelta:returned
vendido:sold vendida:sold dia:day semana:week descuento:discount huesped:guest noches:nights duracion:duration
"""
_FRENCH = """
nom:name prenom:first_name adresse:address rue:street ville:city code-postal:postal_code telephone:phone courriel:email montant:amount prix:price
quantite:quantity statut:status etat:state libelle:title commentaire:comment numero:number fournisseur:supplier commande:order facture:invoice
paiement:payment livraison:delivery produit:product immatriculation:plate vehicule:vehicle date-naissance:birth_date debut:start cree:created
hors:out depuis:since fournisseurs:supplier civilite:salutation pays:country langue:language langues:languages poste:job_title
lieu:place objet:subject gravite:severity resolu:resolved resolue:resolved signale:reported signalee:reported emis:issued emise:issued payee:paid
montant-ht:net_amount montant-ttc:gross_amount prix-unitaire:unit_price prix-nuit:price_per_night prix-jour:price_per_day prix-personne:price_per_person
taxe-sejour:tourist_tax tva:vat acompte:deposit solde:balance_due nuits:nights adultes:adults arrivee:arrival reserve-le:reserved_on rendu:returned rendue:returned
embauche:hired salaire:salary salaire-mensuel:monthly_salary employe:employee employee:employee medecin:doctor rendez-vous:appointment fin-contrat:contract_ends_on
date-fin:end_date motif-annulation:cancellation_reason etat-retour:return_condition sejour:stay chambre:room conducteur:driver eleve:pupil professeur:teacher
cours:course sexe:sex poids:weight taille:size hauteur:height largeur:width longueur:length duree:duration heure:hour jour:day mois:month annee:year
semaine:week modifie:changed termine:finished terminee:finished confirme:confirmed confirmee:confirmed expedie:shipped accepte:accepted
acceptee:accepted creee:created annulee:cancelled livree:delivered remise:discount societe:company entreprise:company responsable:manager
remarque:note remarques:note saison:season numero-reservation:reservation_number adresse-facturation:billing_address
envoye:sent paye:paid annule:cancelled ferme:closed ouvert:open brouillon:draft
"""
_DUTCH = """
naam:name voornaam:first_name achternaam:last_name straat:street huisnummer:house_number woonplaats:city telefoon:phone bedrag:amount aantal:quantity
klant:customer bestelling:order factuur:invoice omschrijving:description kenteken:plate opmerking:note geboortedatum:birth_date betaald:paid prijs:price huur:rent huurder:tenant einddatum:end_date begindatum:start_date leverancier:supplier medewerker:employee
reden:reason notitie:note merk:brand kleur:color breedte:width hoogte:height lengte:length gestart:started
geannuleerd:cancelled verzonden:sent geleverd:delivered afgerond:completed
"""


def _table(rows: str) -> dict[str, str]:
    pairs = (pair.partition(":") for pair in rows.split())
    return {word.replace("-", "_"): meaning for word, _, meaning in pairs}


_LANGUAGES = {
    "DE": _table(_GERMAN),
    "IT": _table(_ITALIAN),
    "ES": _table(_SPANISH),
    "FR": _table(_FRENCH),
    "NL": _table(_DUTCH),
}
# Small words, English ones too: read so beside another word that is read so.
_SMALL = {
    "am": "on",
    "um": "at",
    "la": "",
    "el": "on",
    "le": "on",
    "de": "of",
    "del": "of",
    "di": "of",
    "du": "of",
    "por": "by",
}
_ENGLISH = frozenset(
    "da il dal mes cree ferme employee tier".split()
)  # alone they may be English, or nothing
_MEANINGS = {word: meaning for table in _LANGUAGES.values() for word, meaning in table.items()}
_HEADS = {
    "nummer": "number",
    "datum": "date",
    "preis": "price",
    "betrag": "amount",
    "menge": "quantity",
    "adresse": "address",
    "stunden": "hours",
    "beitrag": "fee",
    "gebuehr": "fee",
    "kosten": "cost",
    "gewicht": "weight",
    "flaeche": "area",
    "zeit": "time",
    "raum": "room",
    "anzahl": "count",
    "satz": "rate",
    "geraet": "device",
    "zaehler": "meter",
}
_FIRST = frozenset("code number name date amount price total type state".split())
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@of_a_short_text(8192)
def snake(text: str) -> str:
    """The name in snake_case, and in English where its words are those of another language that is read."""
    name = inflection.snake(text)
    words = [without_signs(word) for word in name.split("_")]
    meant = _meant("_".join(words), words)
    return meant if meant is not None else name


def in_english(names: Iterable[str]) -> dict[str, str]:
    """What names mean that are written otherwise than the tables have them: brutto, unitPrice; none that would be called
    like another one."""
    row = list(names)
    meanings = {name: snake(name) for name in row}
    counted = Counter(meanings.values())
    return {
        name: meaning
        for name, meaning in meanings.items()
        if meaning != name and counted[meaning] == 1 and meaning not in row
    }


def _meant(name: str, words: list[str]) -> str | None:
    """What a name means in English, None where it is no name of another language."""
    if name in _MEANINGS and name not in _ENGLISH:
        return _MEANINGS[name]
    meanings = [_meaning(word) for word in words]
    if not any(meaning and word not in _ENGLISH for word, meaning in zip(words, meanings, strict=True)):
        return None
    read = [meaning or _SMALL.get(word, word) for word, meaning in zip(words, meanings, strict=True)]
    if len(read) == 2 and words[1] == "von" and read[0].endswith("ed"):
        read[1] = "by"  # collected by somebody, not from a place
    if len(read) == 2 and meanings[0] in _FIRST and words[0] not in _LANGUAGES["DE"]:
        read.reverse()  # codice_cliente: what it is of stands behind it
    return "_".join(each for each in read if each)


def _meaning(word: str) -> str | None:
    if word in _MEANINGS:
        return _MEANINGS[word]
    head = next((each for each in _HEADS if word.endswith(each) and len(word) > len(each) + 2), None)
    if head is None:
        return None
    first = word.removesuffix(head)
    return f"{_MEANINGS.get(first) or _MEANINGS.get(first.removesuffix('s'), first)}_{_HEADS[head]}"


def without_signs(word: str) -> str:
    """A word without the signs over its letters, as names are often written."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFC", word).translate(_LETTERS))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


_CODES = {
    word: tuple(code for code, table in _LANGUAGES.items() if word in table)
    for word in _MEANINGS
    if word not in _ENGLISH
}
_FEW = 5  # names in one language, which tell it


def country_of_names(names: Iterable[str]) -> str | None:
    """The code of the country in whose language names are; None of English ones."""
    votes: Counter[str] = Counter()
    for name in names:
        said = (_CODES.get(without_signs(word), ()) for word in inflection.snake(name).split("_"))
        votes.update({code for codes in said for code in codes})
    return next((code for code, count in votes.most_common(1) if count >= _FEW), None)
