import { pluralize } from '../../pluralize.ts';

/** How long a link for parents lives, and how many wrong dates of birth it takes over its whole life (rule 56). */
export const linkLimits = { days: 90, tries: 10 } as const;

/** Sentences of the families' entrance, for the office and for families. */
export const familyWordings = {
  noLongerOfferedTitle: 'Families',
  noLongerOffered: 'This school does not show reports here',
  /** Rule 55: a near match is a question, never decided. */
  nearId: 'Another student’s ID differs from this one only in zeros at the start. Correct one of them first.',
  hasSignedIn: 'Has signed in with it.',
  accountsMade: (count: number) => `${pluralize(count, 'account')} of students made`,
  stillRunning: 'Accounts are still being made. Please wait until that has ended.',
  noLetters: 'No letters to print: every student of this class has signed in, or has no account yet.',
  printedAlready:
    'These letters have been printed. If you print them again, the passwords on the first ones stop working.',
  noReport: 'This report is not posted.',
  otherStudent: 'Another student has signed in on this device since. Please sign in again.',
} as const;

/** The office's screen. */
export const familyScreenWordings = {
  about: (address: string) =>
    `Students sign in at ${address} with their student ID and read their own posted reports. Each gets an account, and a letter with a one-time password.`,
  none: (count: number) =>
    `${pluralize(count, 'student')} on the register ${count === 1 ? 'has' : 'have'} no account yet.`,
  everybody: 'Every student on the register has an account.',
  makeQuestion: (count: number) =>
    `${pluralize(count, 'account')} will be made. It can be undone while nobody has signed in with it.`,
  lettersMean:
    'Each student of the class who has never signed in gets a new one-time password. Letters that were printed before stop working.',
  accountStates: {
    none: 'No account',
    unfinished: 'Being made',
    unused: 'Never signed in',
    used: 'Signs in',
  },
  neverOpened: 'Never opened',
  left: (count: number) => `${pluralize(count, 'student')} left out:`,
  notOpened: 'Not opened',
  /** Of the whole school, at a glance. */
  figures: {
    accounts: 'Have an account',
    signedIn: 'Have signed in',
    waiting: 'Have never signed in',
    opened: (term: string) => `Report opened, ${term}`,
    links: 'Open links',
  },
  shown: {
    all: 'All classes',
    missing: 'With students without an account',
    waiting: 'With students who never signed in',
    unopened: 'With reports not opened',
  },
  noClassShown: 'There is no such class. Choose others above.',
} as const;

/** The families' own page. */
export const familyPageWordings = {
  changePassword: 'Change your password',
  passwordChanged: 'Your password was changed. Everywhere else you are signed out.',
  about: 'Term reports for students and their families',
  nothingTyped: 'Please type your student ID and your password.',
  notTheSame: 'The two passwords are not the same.',
  choose: 'Choose a password of your own',
  /** What waits for the family, first on its page; each leads to where it is done. */
  whatWaits: 'What waits for you',
  nothingWaits: 'Nothing waits for you.',
  sentBack: (day: string | null) =>
    `The office has sent your registration back. Please look at it again${day === null ? '' : ` by ${day}`}.`,
  sentBackClosed: 'The office has sent your registration back, and it is closed now. Please speak to the office.',
  questions: (count: number) => `The school asks about ${pluralize(count, 'absence')}. Please answer.`,
  registrationOpen: (state: 'none' | 'draft', day: string | null) =>
    `${state === 'draft' ? 'Your registration is begun and not handed in. It is' : 'Registration is'} open${day === null ? '.' : ` until ${day}.`}`,
  newReport: (title: string) => `A new report is here: ${title}.`,
  isNew: 'New',
  help: 'How this page works',
  whereSignedIn: 'Where you are signed in',
  whereSignedInMeans:
    'Every phone and computer on which this student is signed in. Sign out what you do not know or no longer use.',
  thisOne: 'This one',
  signedOutThere: (browser: string) => `${browser} is signed out.`,
  signedOutElsewhere: 'Signed out everywhere else.',
  onlyHere: 'You are signed in here alone.',
  proveIt: 'Please type your password: somebody else could be at this phone.',
  nothingPosted: 'No report is posted yet. The school posts reports at the end of a term.',
  someMissing: (entered: number, of: number) => `${entered} of ${of} subjects have marks.`,
  newTerm: (day: string) => `The new term begins on ${day}.`,
  inAFewWords: 'In a few words',
  saveTheCardAsPdf: 'Save the Card as PDF',
  discardWhatIsNotSaved: 'Discard what is not saved',
  lookAtThisAgain: 'The office asks you to look at this again.',
} as const;

/** The letter to a family. */
export const letterWordings = {
  title: (classId: string) => `Letters to families, ${classId}`,
  head: 'Your term reports on the web',
  address: 'Address',
  id: 'Student ID',
  password: 'One-time password',
  steps: [
    'Open the address in a browser, or scan the square with the camera of a phone.',
    'Type the student ID and the one-time password.',
    'Choose a password of your own. Nobody at the school can read it.',
  ],
  until: (day: string) => `The one-time password works once, until ${day}. The office makes another one.`,
} as const;

/** The page that a link for parents opens. */
export const linkWordings = {
  openingOver: 'The report was closed. Type the date of birth to open it again.',
  noLink: 'This address is not a whole link. Scan the code on the slip again, or copy the whole link.',
  about: 'The student’s date of birth opens the report.',
  askDate: 'Date of birth of the student',
  notADate: (text: string) => `${text} is not a date of birth.`,
} as const;

/**
 * Links for parents: what the server refuses, the office's screen, and the slip. The page of a link loads none of it.
 */
export const linkOfficeWordings = {
  /** One sentence for every reason: who guesses learns nothing of the link. */
  opensNothing: `This link and date of birth open no report. Check the date. After ${linkLimits.tries} wrong dates a link ends, and every link ends ${linkLimits.days} days after it was made: the school office can make a new one.`,
  noReports: 'Nobody in this class has a posted report of this term that a link can open.',
  noLinkFor: 'No link can be made: it needs a posted report of this term, and a date of birth on the register.',
  mean: `A link opens one report with the student’s date of birth, without an account. It ends after ${linkLimits.days} days, ${linkLimits.tries} wrong dates, or when the posting is removed. It shows the newest edition of the report.`,
  states: {
    none: 'No link',
    'no date': 'No date of birth',
    open: 'Open',
    locked: `Ended after ${linkLimits.tries} wrong dates`,
    ended: 'Ended by the office',
    expired: `Ended after ${linkLimits.days} days`,
    unposted: 'Ended with the posting',
  },
  endQuestion: (what: string) =>
    `The links of ${what} to this report end at once, with whatever they have open. New links have other addresses.`,
  ended: (count: number) => `${pluralize(count, 'link')} ended.`,
  slipTitle: (classId: string) => `Links to term reports, ${classId}`,
  slipHead: (report: string) => `The term report of ${report} on the web`,
  slipSteps: [
    'Scan the square with the camera of a phone, or type the address in a browser.',
    'Type the student’s date of birth.',
    'Read the report, or save the card as a PDF.',
  ],
  slipUntil: (day: string) =>
    `The link works until ${day}. Keep this slip: anyone who has it and knows the date of birth can read the report.`,
} as const;

/** A family's registration, for families and the office (rule 58). */
export const familyRegistrationWordings = {
  closed: 'Registration is closed. Nothing more can be changed here; please ask the office.',
  handedIn: 'This registration is handed in already. The office sends it back where something is to be changed.',
  notHandedIn: 'This registration is not handed in.',
  changedSince: 'This registration has changed since you opened it. Please look at it again.',
  notSaved: 'What you typed could not be saved.',
  nothingOpen: 'Registration is not open. The school opens it for a form level, until a day.',
  openUntil: (day: string | null) => (day === null ? 'Registration is open.' : `Registration is open until ${day}.`),
  about: 'Please check what the school has, and correct it. The office looks at it before anything changes.',
  nothingChanged: 'Nothing is changed: what the school has is right.',
  waits: 'The office has your registration. You can read it here.',
  taken: 'The office has accepted your registration.',
  kept: (count: number) =>
    `${pluralize(count, 'answer')} ${count === 1 ? 'is' : 'are'} kept on this device until the school can be reached.`,
  unsaved: (count: number) =>
    `${pluralize(count, 'answer')} ${count === 1 ? 'is' : 'are'} on this device only. Press Sign Out again to leave without ${count === 1 ? 'it' : 'them'}.`,
  aboutFiles:
    'Take a picture of each paper, or choose a file: PDF or picture. The office looks at it before the school keeps it.',
  fileSent: 'Sent with this registration.',
  fileRegistered: 'The school has one. Send another one only where it has changed.',
  fileMissing: 'The school has none yet.',
  accepted: (count: number) => `${pluralize(count, 'change')} accepted`,
  acceptedOf: (name: string, count: number) => `Registration of ${name} accepted, ${pluralize(count, 'change')}`,
  acceptedMany: (count: number) => `${pluralize(count, 'registration')} accepted`,
  acceptQuestion: (count: number) =>
    count === 0
      ? 'No registration can be accepted without comparing it.'
      : `Everything in ${pluralize(count, 'registration')} goes into the register. It can be undone for 30 days, for each student whose record has not changed since.`,
  conflicts: (count: number) =>
    `${pluralize(count, 'registration')} left out, because the register has changed since the family typed. Please compare:`,
  notAllAccepted: 'Not every registration was accepted. Please try again.',
  stillAccepting: 'Registrations are still being accepted. Please wait until that has ended.',
  registerChanged: (labels: string) => `Changed in the register since the family typed: ${labels}. Please compare it.`,
  sentBack: 'Sent back to the family',
  states: {
    none: 'Not begun',
    draft: 'Begun',
    'handed in': 'Handed in',
    'sent back': 'Sent back',
    accepted: 'Accepted',
  },
} as const;

/** What an e-mail to parents says. Nothing in it says whom it is about. */
export const mailTexts = {
  subjects: {
    'report posted': 'A report is ready',
    'absence without a reason': 'A day of absence needs a reason',
    'registration sent back': 'A registration needs another look',
  },
  texts: {
    'report posted': 'A term report is ready to be read on the web:',
    'absence without a reason': 'The school has not been told why a student was away. Please sign in and say why:',
    'registration sent back':
      'The office has looked at a registration and asks for a change. Please sign in to see what:',
  },
  /** In place of the link in a preview for the office. */
  linkInPreview: '[The link of the family]',
  withDate: 'The student’s date of birth opens it. Please do not pass the link on.',
  withAccount: 'Sign in with the student ID and the password of the family’s account.',
  sentBy: (school: string) => `${school} sends this to the addresses of parents on its register.`,
  noAnswers: (office: string | null) =>
    office === null
      ? 'Please do not answer this e-mail. The school office changes or removes an address.'
      : `Please do not answer this e-mail. To change or remove an address, write to ${office}.`,
} as const;

/** Refusals of the office's acts on e-mails to parents. */
export const mailRefusals = {
  changed: (now: number) =>
    now === 0
      ? 'Nothing waits to be sent any more.'
      : `The number has changed: ${pluralize(now, 'e-mail')} would be sent now. Please check it, and press the button again.`,
  notRunning: 'Nothing is being sent.',
  notPerhaps: 'This letter is not among those that were perhaps not sent.',
  problems: {
    stopped: 'Sending was stopped. What was not sent still waits.',
    quota: 'The limit of e-mails a day is reached. What was not sent still waits: please send it tomorrow.',
    refused: 'The e-mail service takes no letters from the school at present. Please ask your IT officer.',
    other: 'Sending ended early. What was not sent still waits.',
  },
} as const;

/** The office's screen of e-mails to parents. */
export const mailScreenWordings = {
  mean: 'Letters go by e-mail to the parents’ addresses on the register, each once, when you send them. They have a link, and no names or marks.',
  occasions: {
    'report posted': 'Reports',
    'absence without a reason': 'Absences without a reason for three school days',
    'registration sent back': 'Registrations sent back',
  },
  short: {
    'report posted': 'Report',
    'absence without a reason': 'Absence',
    'registration sent back': 'Registration',
  },
  nothingWaits: 'Nothing waits to be sent.',
  nothingChosen: 'Nothing of what is chosen waits to be sent.',
  allClasses: 'All classes',
  send: (mails: number) => `Send ${pluralize(mails, 'Letter')}`,
  letterAbout: (about: string) => `Letter about ${about}`,
  inClasses: (classIds: readonly string[]) => `To the families of ${classIds.join(', ')} alone.`,
  waiting: (mails: number, students: number) => `${pluralize(mails, 'e-mail')} about ${pluralize(students, 'student')}`,
  sendQuestion: (mails: number) => `${pluralize(mails, 'e-mail')} will be sent. What is sent cannot be taken back.`,
  stopped: 'No more letters are sent.',
  states: {
    sending: 'Being sent',
    sent: 'Sent',
    'perhaps not sent': 'Perhaps not sent',
    bounced: 'Came back',
    complained: 'Marked as spam',
    refused: 'Address refused',
  },
  failedMean:
    'Nothing more goes to an address whose letter came back, was marked as spam or was refused, until it is changed on the student’s page.',
  perhapsMean:
    'Perhaps not sent: the connection ended before the answer, and the letter may have arrived. Send Again sends it with the next letters.',
  again: (name: string) => `The letter about ${name} goes with the next letters. The family may get it twice.`,
  noAddress: 'No address',
} as const;
