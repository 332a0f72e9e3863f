import { describe, expect, it } from 'vitest';
import { createTypedJudge } from '#shared/options/truth-check/improbable/judge-typed.ts';
import { improbableWordings as say } from '#shared/options/truth-check/wordings.ts';

const about = { firstName: 'Ana', otherNames: ['Joseph'], sex: 'female' as const };
const subject = { title: 'Mathematics', total: 30 };
const named = ['Ben', 'Zoë', 'Ian', 'Eve', 'Max', 'Lea'];
const judge = (texts: readonly string[] = []) =>
  createTypedJudge({ about, subject, others: named.map((firstName, n) => ({ firstName, text: texts[n] ?? '' })) });
const paused = (text: string, texts?: readonly string[]) => judge(texts)({ text, isPaused: true });
const between = (text: string) => judge()({ text, isPaused: false });

describe('a remark that is typed', () => {
  it('is judged between keys without the word that is being written', () => {
    expect(between('She knows that he')).toBeNull();
    expect(between('Tell he')).toBeNull();
    expect(between('Tell him ')).toBe(say.wrongPronoun('him'));
    expect(between('Ben')).toBeNull();
    expect(between('Ben works')).toBe(say.otherName('Ben'));
    expect(between('')).toBeNull();
  });

  it('is unfinished only once nobody types', () => {
    expect(between('She works with care and ')).toBeNull();
    expect(paused('She works with care and ')).toBe(say.unfinished);
    expect(paused('Tell he')).toBe(say.wrongPronoun('he'));
  });

  it('is compared with its mark and its subject', () => {
    expect(paused('An excellent term.')).toBe(say.contradictsMark('excellent', 30));
    expect(paused('Her poetry is fine.')).toBe(say.otherSubject('poetry', 'Mathematics'));
  });

  it('is compared with the others of the list, whatever the names and pronouns in them', () => {
    const words = (firstName: string, she: string) => `${firstName} works with care, and ${she} revises at home.`;
    const four = named.slice(0, 4).map((name) => words(name, 'he'));
    expect(paused(words('Ana', 'she'), four)).toBe(say.sameWords(5));
    expect(paused(words('Ana', 'she'), four.slice(0, 3))).toBeNull();
    // The others end with a full stop.
    const stopped = named.slice(0, 5).map((name) => `${name} works.`);
    expect(paused('Works well', stopped)).toBe(say.unfinished);
    expect(paused('Works well', stopped.slice(0, 4))).toBeNull();
  });

  it('leaves to the box what paper cannot show, and says two things at most', () => {
    expect(paused('A fine term 🎉.')).toBeNull();
    expect(paused('Ben is excellent: tell him')).toBe(`${say.otherName('Ben')} ${say.wrongPronoun('him')}`);
  });
});
