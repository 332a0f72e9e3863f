/** Titles of the Reports menu, in its order (product §2 "Reports menu"). */
export const reportTitles = {
  studentSubject: 'Student by Class/Subject',
  reportCardAccess: 'E-Report Student Access Logs',
  failedLogins: 'Logins - Students Failed Logins',
  noLogins: 'Logins - Students Never Logged In',
} as const;

/** File name of a report, without the ending; `about` are its parameters, and may be blank. */
export const reportFileName = (title: string, about: string): string =>
  [title.replaceAll('/', ' and '), about].filter((text) => text !== '').join(' - ');

/** product §8. */
export const reportMessages = { downloadFailed: 'An error occured. Unable to download spreadsheet' } as const;
