/** The password of every demo account. */
export const demoPassword = 'Demo-school-1';

/** Another seed gives another school with the same demo accounts. */
export const demoSeed = 'northgate';
