/** Address of the page on which anybody checks a report card. */
export const verifyPath = '/verify';
