import { findUnprintable } from '#shared/printed-text.ts';
import { improbableWordings as say } from '../wordings.ts';
import type { RuleName, WrittenAbout } from './class-to-judge.ts';
import {
  blame,
  namesThatAreWords,
  openEnds,
  praise,
  pronouns,
  titlesOfPeople,
  turning,
  wishing,
  wordsOfSubjects,
} from './remark-words.ts';

/** What a remark is judged by. */
export interface RemarkContext {
  about: WrittenAbout;
  /** First names of all students of the school. */
  firstNames: ReadonlySet<string>;
  /** The subject of a comment; null for remarks on the whole report. */
  subject: { title: string; total: number | null } | null;
  /** Whether the others of the class end their remarks with a full stop. */
  endsWithStop: boolean;
}

export interface RemarkWarning {
  rule: RuleName;
  text: string;
}

/** Percent below which praise, and from which blame, contradicts a mark. */
const contradicted = { praise: 40, blame: 80 } as const;

interface Word {
  /** As it is written. */
  text: string;
  lower: string;
  /** Begins a sentence. */
  isFirst: boolean;
}

/** What is improbable in one remark: quick enough to run while it is typed. Pure. */
export function judgeRemark(remark: string, context: RemarkContext): RemarkWarning[] {
  const text = remark.trim();
  if (text === '') return [];
  const words = wordsOf(text);
  const checks: [RuleName, string | null][] = [
    ['otherName', findOtherName(words, context)],
    ['wrongPronoun', findWrongPronoun(words, context.about)],
    ['otherSubject', context.subject && findOtherSubject(words, context.subject.title)],
    ['contradictsMark', context.subject && findContradiction(words, context.subject.total)],
    ['unfinished', isUnfinished(text, words, context.endsWithStop) ? say.unfinished : null],
    ['unprintable', unprintable(text)],
  ];
  return checks.flatMap(([rule, found]) => (found === null ? [] : [{ rule, text: found }]));
}

function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}][\p{L}\p{M}’'-]*\.?/gu)) {
    const between = text.slice(end, match.index);
    const before = found.at(-1);
    const endsSentence = before?.text.endsWith('.') && !titlesOfPeople.has(before.text);
    const isFirst = !before || endsSentence || /[.!?:\n“"]/.test(between);
    end = match.index + match[0].length;
    found.push({
      text: match[0],
      lower: match[0].toLowerCase().replace(/(?:['’]s)?\.?$/, ''),
      isFirst: isFirst === true,
    });
  }
  return found;
}

const nameIn = ({ text }: Word): string => text.replace(/\.$/, '').replace(/['’]s$/, '');

function findOtherName(words: readonly Word[], { about, firstNames }: RemarkContext): string | null {
  const own = new Set([about.firstName, ...about.otherNames].flatMap((name) => name.split(/[\s-]+/)));
  const names = words.filter((word, index) => {
    const name = nameIn(word);
    if (!firstNames.has(name) || own.has(name)) return false;
    if (namesThatAreWords.has(name) && word.isFirst) return false;
    return !titlesOfPeople.has(words[index - 1]?.text ?? '');
  });
  const [other] = names;
  // Beside the student's name, another one is somebody who is mentioned.
  const isMentioned = words.some((word) => about.firstName === nameIn(word));
  return other && !isMentioned ? say.otherName(nameIn(other)) : null;
}

function findWrongPronoun(words: readonly Word[], { sex }: WrittenAbout): string | null {
  if (sex === null) return null;
  const other = sex === 'male' ? 'female' : 'male';
  const wrong = words.filter(({ lower }) => pronouns[other].has(lower));
  const right = words.filter(({ lower }) => pronouns[sex].has(lower));
  const [first] = wrong;
  // As often as the right one: with fewer, somebody else is meant.
  return first && wrong.length >= right.length ? say.wrongPronoun(first.lower) : null;
}

function findOtherSubject(words: readonly Word[], title: string): string | null {
  const titles = new Set(title.toLowerCase().split(/[^\p{L}]+/u));
  const own = wordsOfSubjects.filter((subject) => subject.titles.some((word) => titles.has(word)));
  if (own.length === 0) return null;
  const isOf = (subjects: typeof wordsOfSubjects, lower: string) =>
    subjects.some((subject) => subject.words.includes(lower) || titles.has(lower));
  if (words.some(({ lower }) => lower.length > 3 && isOf(own, lower))) return null;
  const others = wordsOfSubjects.filter((subject) => !own.includes(subject));
  const found = words.find(({ lower }) => others.some((subject) => subject.words.includes(lower)));
  return found ? say.otherSubject(found.lower, title) : null;
}

function findContradiction(words: readonly Word[], total: number | null): string | null {
  if (total === null) return null;
  const said = total < contradicted.praise ? praise : total >= contradicted.blame ? blame : null;
  const found = words.find(({ lower }, index) => {
    if (!said?.has(lower)) return false;
    const before = words.slice(Math.max(0, index - 3), index).map((word) => word.lower);
    return !before.some((word) => turning.has(word) || wishing.has(word));
  });
  return found ? say.contradictsMark(found.lower, total) : null;
}

function isUnfinished(text: string, words: readonly Word[], endsWithStop: boolean): boolean {
  if (/[.!?…)”"’]$/u.test(text)) return false;
  if (/[,;:(–-]$/u.test(text)) return true;
  const last = words.at(-1)?.lower ?? '';
  return openEnds.has(last) || endsWithStop || /[.!?]\s+\S/u.test(text);
}

function unprintable(text: string): string | null {
  const found = findUnprintable(text);
  return found.length === 0 ? null : say.unprintable(found);
}
