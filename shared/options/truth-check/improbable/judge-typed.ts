import { improbableWordings as say } from '../wordings.ts';
import type { WrittenAbout } from './class-to-judge.ts';
import { areSameForMany, doMostEndWithStop, wordsToCompare } from './column-of-remarks.ts';
import { judgeRemark, type RemarkContext } from './judge-remark.ts';

interface RemarkOfOther {
  firstName: string;
  /** Blank where there is none. */
  text: string;
}

interface TypedContext extends Pick<RemarkContext, 'subject'> {
  about: WrittenAbout;
  /** What the same box has of the others of the list. */
  others: readonly RemarkOfOther[];
}

/** Most warnings that are said of one remark. */
const most = 2;

/**
 * Judges a remark while it is typed, by what the screen has: names are those of its list. What paper cannot show is
 * not here: the box says that itself. Pure.
 */
export function createTypedJudge({ about, subject, others }: TypedContext): (typed: TypedText) => string | null {
  const firstNames = new Set(others.map(({ firstName }) => firstName));
  const written = others.filter(({ text }) => text.trim() !== '').map((one) => ({ ...one, text: one.text.trim() }));
  const endsWithStop = doMostEndWithStop(written.map(({ text }) => text));
  const wordsOfOthers = written.map((one) => wordsToCompare(one.text, one));
  return ({ text: typed, isPaused }) => {
    const text = isPaused ? typed.trim() : withoutLastWord(typed).trim();
    const words = wordsToCompare(text, about);
    const times = 1 + wordsOfOthers.filter((one) => one === words).length;
    const found = judgeRemark(text, { about, firstNames, subject, endsWithStop })
      .filter(({ rule }) => rule !== 'unprintable' && (isPaused || rule !== 'unfinished'))
      .map((one) => one.text);
    if (areSameForMany(words, { times, of: written.length + 1 })) found.push(say.sameWords(times));
    return found.length === 0 ? null : found.slice(0, most).join(' ');
  };
}

interface TypedText {
  text: string;
  /** False between keys: then the last word may be the beginning of another, and no sentence is finished. */
  isPaused: boolean;
}

const letterOfWord = /[\p{L}\p{M}’'-]/u;

/** What is typed, without the word that it ends with. */
function withoutLastWord(text: string): string {
  const letters = [...text];
  const end = letters.findLastIndex((letter) => !letterOfWord.test(letter));
  return letters.slice(0, end + 1).join('');
}
