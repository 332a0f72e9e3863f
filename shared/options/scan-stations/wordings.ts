import { pluralize } from '../../pluralize.ts';

/** Sentences of stations that several places say. */
export const scanStationWordings = {
  // the station
  scanYourCard: 'Scan your card',
  scansKeptOnThisDevice: 'Scans kept on this device',
  thisScanStationWasEnded: 'This scan station was ended',
  studentsCouldNotBeLoaded: 'The students could not be loaded',
  keptAndSentLater: 'Kept, and sent later',
  noSchoolToday: 'No school today',
  orTypeTheId: 'Or type the id',
  noLongerOffered: 'This school no longer uses scan stations',

  // the office
  makeALink: 'Make a link',
  scansThatWereNotAccepted: 'Scans that were not accepted',
  notTaken: (count: number): string => `${pluralize(count, 'scan')} could not be taken.`,
  afterClosing:
    'Students who are scanned at a gate all the same are not marked present. Each of these scans is kept and listed in Student Attendance, Stations, until somebody takes or dismisses it.',

  // refusals
  invalidTime: 'The time is not valid.',
  sentTooLate: 'Sent too late: the station has been connected since, with no scans waiting.',
  madeAlready: 'This station was made already, and its link was shown once. End it and make another.',
  noSuchStation: 'There is no such station.',
  noCards: 'There are no students to print cards of.',
} as const;
