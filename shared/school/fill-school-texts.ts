import type { PublicSchool } from './public-school.ts';

/** Marks in the built page that stand for the school's texts: one built site serves every school. */
export const pagePlaceholders = { name: '{school name}', motto: '{school motto}' } as const;

/** The built page with the texts of a school in place of the marks. */
export const fillSchoolTexts = (html: string, { name, motto }: Pick<PublicSchool, 'name' | 'motto'>): string =>
  html
    .replaceAll(pagePlaceholders.name, () => asHtml(name))
    .replaceAll(pagePlaceholders.motto, () => asHtml(motto ?? ''));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

const asHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
