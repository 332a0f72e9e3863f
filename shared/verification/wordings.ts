/** Sentences about cards that prove themselves (rule 57). */
export const verificationWordings = {
  noSuchCode: 'No report card has this code. A code has ten letters and digits, such as K7QF2-M9X4T.',
  noSuchList: 'There is no such list.',
  noAddress: 'The cards of this school carry no codes.',
  noCredential: 'This report was posted before report cards were signed.',
  noCard: 'This is not the code of a report card.',
  anotherSchool: (host: string) =>
    `This card is not of this school: its code names ${host}. Ask the school of the card.`,
  codeNeedsNetwork:
    'There is no connection, and a code is looked up at the school. The QR code of the card can be checked without one.',
  noKeys: 'The keys of the school could not be loaded. Check your network connection, and try again.',
  noPdf: 'This is not a PDF, or it is damaged.',
  noCodeInPdf:
    'No report card of this PDF carries a code. Cards that were posted before the school gave codes have none.',
  noCredentialInPdf: (code: string) =>
    `This PDF has a card with the code ${code.slice(0, 5)}-${code.slice(5)}, but not the figures that were signed: it is not the school’s own file. Check the code, and compare.`,
} as const;

/** The page on which a report card is checked (rule 57). */
export const verifyPageWordings = {
  title: 'Check a report card',
  subtitle: (school: string) =>
    `Each posted report card of ${school} carries a QR code and a code of ten letters and digits. Scan one, type the other, or choose the PDF. Cards that were posted before the school gave codes have none.`,
  scan: 'Scan the QR code',
  endScan: 'Close the camera',
  seen: 'What the camera sees',
  noCamera: 'The camera could not be opened. Allow it for this page in the browser, or type the code.',
  code: 'Code on the card',
  codeHint: 'At the foot of the page, such as K7QF2-M9X4T.',
  check: 'Check',
  pdf: 'PDF of the card',
  pdfHint: 'The file stays on this device.',
  checking: 'Checking the card...',
  failed: 'The card could not be checked. Check your network connection, and try again.',
  outcomes: {
    valid: { head: 'This card is valid.', text: 'The school has signed these figures and stands by them.' },
    replaced: {
      head: 'This card was replaced.',
      text: 'The school has issued a later edition. These are the figures of the earlier one: ask for the later card.',
    },
    removed: {
      head: 'This card was withdrawn.',
      text: 'The school has signed these figures, and has withdrawn them since.',
    },
    'status unknown': {
      head: 'The school has signed this card.',
      text: 'Whether it was replaced or withdrawn since could not be looked up: there is no connection.',
    },
    'not ours': {
      head: 'This is not a card of this school.',
      text: 'The school has not signed these figures. Do not rely on this card.',
    },
  },
  differs: 'The PDF does not say what was signed.',
  differsText: 'Somebody has changed the PDF. What the school has signed is in the middle column.',
  compare: 'Compare these figures with the card in your hands.',
  listedAt: (moment: string) => `Looked up in the school’s list of ${moment}.`,
  postedOn: (day: string) => `Signed on ${day}.`,
  columns: { what: 'On the card', signed: 'Signed', printed: 'In the PDF' },
  missing: 'not there',
  labels: { student: 'Initials', classId: 'Class', term: 'Term', average: 'Average', school: 'School', code: 'Code' },
} as const;

/** Where a family sees a report. */
export const familyCardWordings = {
  check: (code: string) => `Others can check this card by its QR code, or by the code ${code}.`,
  credential: 'Signed figures',
  ofCard: (title: string) => ` of the card of ${title}, for another school or an employer`,
} as const;

/** Printed on posted cards. */
export const verificationTexts = {
  howToCheck: (address: string, code: string) => `Check this card at ${address}   ·   Code ${code}`,
  credentialOf: (code: string) => `Signed figures of the report card ${code}`,
} as const;
