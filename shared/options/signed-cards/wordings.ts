/** Sentences about cards that prove themselves (rule 57). */
export const verificationWordings = {
  noSuchCode: 'No report card or document has this code. A code has ten letters and digits, such as K7QF2-M9X4T.',
  noSuchList: 'There is no such list.',
  noAddress: 'The cards of this school carry no codes.',
  noCredential: 'This report is not signed: the school had no web address of its own when it was posted.',
  noCard: 'This is not the code of a report card.',
  anotherSchool: (host: string) =>
    `This card is not of this school: its code names ${host}. Ask the school of the card.`,
  codeNeedsNetwork:
    'There is no connection, and a code is looked up at the school. The QR code of the card can be checked without one.',
  noKeys: 'The keys of the school could not be loaded. Check your network connection, and try again.',
  noPdf: 'This is not a PDF, or it is damaged.',
  noCodeInPdf:
    'No code of a report card was found in this file. Type the code at the foot of the card. Older report cards have no code.',
  tooMuchPdf: 'This PDF has too many pages, or takes too long to read. Choose the file of one report card.',
  noCredentialInPdf: (code: string) =>
    `This PDF names the code ${code}, and has no signed figures. Type the code on the school’s page.`,
} as const;

/** The page on which a report card is checked (rule 57). */
export const verifyPageWordings = {
  title: 'Check a report card or document',
  noLongerOffered: 'This school does not check report cards here',
  subtitle: (school: string) =>
    `Posted report cards of ${school}, and documents that it issues under a number, carry a QR code and a code of ten letters and digits. A PDF that the school itself handed out is recognised as such. Of a printed one you see the figures that the school has signed, to compare.`,
  scan: 'Scan the QR code',
  endScan: 'Close the camera',
  seen: 'What the camera sees',
  noCamera: 'The camera could not be opened. Allow it for this page in the browser, or type the code.',
  code: 'Code',
  codeHint: 'At the foot of the page, such as K7QF2-M9X4T.',
  check: 'Check',
  pdf: 'PDF or picture',
  pdfHint: 'The file stays on this device.',
  checking: 'Checking the card...',
  failed: 'The card could not be checked. Check your network connection, and try again.',
  outcomes: {
    valid: {
      head: 'Compare these figures with the card.',
      text: 'The school has signed them, and stands by them. A card that says anything else was changed.',
    },
    replaced: {
      head: 'This card was replaced.',
      text: 'The school has issued a later edition. These are the figures of the earlier one: ask for the later card.',
    },
    removed: {
      head: 'This card was withdrawn.',
      text: 'The school signed these figures, and withdrew them later.',
    },
    'status unknown': {
      head: 'Compare these figures with the card.',
      text: 'The school has signed them. Whether the card was replaced or withdrawn since could not be looked up: there is no connection.',
    },
    'not ours': {
      head: 'This is not a card of this school.',
      text: 'The school has not signed these figures. Do not rely on this card.',
    },
  },
  /** Of a file: whether it is the one that the school handed out. */
  files: {
    issued: {
      head: 'This is the school’s file, unchanged.',
      text: 'The school has handed out this very file, and stands by its figures.',
    },
    other: {
      head: 'This is not the file that the school issued.',
      text: 'It may be a scan or a print, or the cards of a class in one file, which the school prints for itself; or somebody has changed it. The school has signed the figures below: compare each with what you see, or ask for the file of this one card.',
    },
    unknown: {
      head: 'Compare these figures with the card.',
      text: 'The school has signed them. Whether this is the school’s own file could not be looked up: there is no connection.',
    },
  },
  /** Of transcripts, leaving certificates and testimonials. */
  ofDocuments: {
    outcomes: {
      valid: {
        head: 'Compare this with the document.',
        text: 'The school has issued a document with these facts, and stands by it. One that says anything else was changed. Words of the principal are not shown here: ask the school, or choose the PDF that it handed out.',
      },
      replaced: { head: 'This document was replaced.', text: 'The school has issued a later one.' },
      removed: {
        head: 'This document was withdrawn.',
        text: 'The school issued it, and withdrew it later. Do not rely on it: ask the school.',
      },
      'status unknown': {
        head: 'Compare this with the document.',
        text: 'The school has issued a document with these facts. Whether it was withdrawn since could not be looked up: there is no connection.',
      },
      'not ours': {
        head: 'This is not a document of this school.',
        text: 'The school has not signed these facts. Do not rely on this document.',
      },
    },
    files: {
      issued: {
        head: 'This is the school’s file, unchanged.',
        text: 'The school has handed out this very file, and stands by all that it says.',
      },
      other: {
        head: 'This is not the file that the school issued.',
        text: 'It may be a scan or a print, or several documents in one file, which the school prints for itself; or somebody has changed it. The school has signed the facts below: compare each with what you see, or ask for the file of this one document.',
      },
      unknown: {
        head: 'Compare this with the document.',
        text: 'The school has signed these facts. Whether this is the school’s own file could not be looked up: there is no connection.',
      },
    },
  },
  isItTheSchool: (host: string) =>
    `Only you can say whether ${host} is the address of the school: anybody can sign cards for an address of their own.`,
  compareFile: { issued: '', other: 'Compare each figure.', unknown: '' },
  listedAt: (moment: string) => `Looked up in the school’s list of ${moment}.`,
  postedOn: (day: string) => `Signed on ${day}.`,
  columns: { what: 'On the paper', signed: 'Signed by the school' },
  labels: {
    document: 'Document',
    number: 'Number',
    entered: 'From',
    left: 'Until',
    student: 'Initials',
    classId: 'Class',
    term: 'Term',
    average: 'Average',
    school: 'School',
    code: 'Code',
  },
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
  howToCheckDocument: (address: string, code: string) => `Check it at ${address}   ·   Code ${code}`,
  credentialOfDocument: (code: string) => `What the school has signed of the document ${code}`,
} as const;
