/** Whom a comment is about. */
export interface Spoken {
  firstName: string;
  pronoun: 'he' | 'she' | 'they';
}

const pronouns = {
  he: { he: 'he', him: 'him', his: 'his' },
  she: { he: 'she', him: 'her', his: 'her' },
  they: { he: 'they', him: 'them', his: 'their' },
} as const;

/** Puts name and pronouns in the places of a kept comment: `{name}`, `{he}`, `{him}`, `{his}`, and `{He}` at the beginning of a sentence. */
export const fillIn = (text: string, { firstName, pronoun }: Spoken): string =>
  text.replace(/\{(name|he|him|his)\}/gi, (_place, word: string) => {
    if (word.toLowerCase() === 'name') return firstName;
    const spoken = pronouns[pronoun][word.toLowerCase() as 'he' | 'him' | 'his'];
    return word.startsWith('H') ? spoken[0]?.toUpperCase() + spoken.slice(1) : spoken;
  });

/** A comment as it can be kept for others: the student's first name becomes a place. Pronouns are left for the teacher to see. */
export function withPlaces(text: string, firstName: string): string {
  if (firstName === '') return text;
  const name = firstName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{M}])${name}(?![\\p{L}\\p{M}])`, 'gu'), '{name}');
}

/** "Mei-Lin" of "Assee, Mei-Lin". */
export const firstNameOf = (name: string): string => name.slice(name.indexOf(',') + 1).trim();
