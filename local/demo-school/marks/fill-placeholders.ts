import type { Pupil } from '../students/pupil.ts';

/** Words of a template in braces, for a girl and for a boy. */
const words = {
  F: { they: 'she', them: 'her', their: 'her', themself: 'herself' },
  M: { they: 'he', them: 'him', their: 'his', themself: 'himself' },
} as const;

/** Verbs whose third person no rule gives. */
const irregular: Readonly<Record<string, string>> = { have: 'has', are: 'is' };

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(s|sh|ch|x|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/**
 * Puts a student's name, pronouns and the verbs that go with them into a text: `{They} {have} …` is "She has …",
 * `{name}` the first name. A braced word that is neither becomes a verb of the third person.
 */
export function fillRemarkPlaceholders(text: string, { pupil, subject }: { pupil: Pupil; subject?: string }): string {
  const pronouns: Readonly<Record<string, string>> = words[pupil.sex];
  return text.replace(/\{(\w+)\}/g, (_whole, word: string) => {
    if (word === 'name') return pupil.name.firstName;
    if (word === 'subject') return subject ?? 'the subject';
    const plain = word.toLowerCase();
    const filled = pronouns[plain] ?? irregular[plain] ?? thirdPerson(plain);
    return word === plain ? filled : filled.charAt(0).toUpperCase() + filled.slice(1);
  });
}
