/** The reports of the menu, in its order and its words (product §2 "Reports menu"). */
export const reportTitles = {
  studentSubject: 'Student by Class/Subject',
  reportCardAccess: 'E-Report Student Access Logs',
  failedLogins: 'Logins - Students Failed Logins',
  noLogins: 'Logins - Students Never Logged In',
} as const;

/** The name under which a report is saved, without the ending; `about` is what it was asked for, and may be blank. */
export const reportFileName = (title: string, about: string): string =>
  [title.replaceAll('/', ' and '), about].filter((text) => text !== '').join(' - ');

/** product §8. */
export const reportMessages = { downloadFailed: 'An error occured. Unable to download spreadsheet' } as const;
