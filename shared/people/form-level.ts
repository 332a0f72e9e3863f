/**
 * Levels 1 to 3 work class by class; from 4 on a subject's classes of one level sit together (product §9). A rule of
 * the product and no setting of a school: the keys of mark book pages are made by it, and a change would leave marks on
 * pages that nobody opens.
 */
export const isTaughtByClass = (formLevel: number): boolean => formLevel < 4;

/** "Form 4"; level 6 is "6L" and 7 is "6U". */
export const levelName = (formLevel: number): string =>
  formLevel === 6 ? '6L' : formLevel === 7 ? '6U' : `Form ${formLevel}`;

/** Every level that a school can have. */
export const formLevels = [1, 2, 3, 4, 5, 6, 7] as const;
