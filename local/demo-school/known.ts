/** Of every demo account. */
export const demoPassword = 'Demo-school-1';

/** Another seed gives another school with the same demo accounts. */
export const demoSeed = 'northgate';

/** A moment as the day it is for the school, yyyy-MM-dd. */
export function dayOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
