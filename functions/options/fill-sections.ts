import { sectionsOfEverything } from '../students/records/sections-of-everything.ts';

/** Fills the place of what options keep of a student, for Everything about one. */
export const fillSections = (): void =>
  sectionsOfEverything.fill({
    families: async (...of) => (await import('./families/section-of-everything.ts')).readFamilySection(...of),
  });
