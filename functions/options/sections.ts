import type { ReadSection } from '../students/records/sections-of-everything.ts';

/** What is kept of a student, for Everything about one. */
export const sectionParts: Readonly<Record<string, ReadSection>> = {
  families: async (...of) => (await import('./families/section-of-everything.ts')).readFamilySection(...of),
  'sign-off': async (...of) => (await import('./sign-off/section-of-everything.ts')).readSectionOfSignatures(...of),
  transcripts: async (...of) => (await import('./transcripts/section-of-everything.ts')).readTranscriptSection(of[0]),
  'truth-check': async (...of) => (await import('./truth-check/section-of-everything.ts')).readSectionOfFindings(...of),
};
