import { describe, expect, it } from 'vitest';
import { defaultSchemeRules, schemeFor } from '#shared/marks/scheme.ts';
import { publicSchoolOf } from '#shared/product.ts';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { demoSchool } from '../term-reports/report-cards/term-facts.ts';

/** Where a school file is faulty, as `place: message`; none when it is valid. */
function faultsOf(change: Record<string, unknown>): string[] {
  const { error } = schoolFileSchema().safeParse({ ...demoSchool, ...change });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}
const scheme = (...rules: unknown[]) => ({ markingScheme: rules });
const levels = [1, 2, 3, 4, 5, 6, 7];
const everywhere = { levels, terms: [1, 2, 3], course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } };

describe('the layouts of report cards in a school file', () => {
  const every = { levels: [1, 2, 3, 4, 5, 6, 7], terms: [1, 2, 3] };
  const own = { ...standardLayout, name: 'Our card' };
  const layouts = (reportCards: object) => faultsOf({ reportCards });

  it('are the standard one where it says nothing', () => {
    const { reportCards: _left, ...without } = demoSchool;
    expect(schoolFileSchema().parse(without).reportCards).toEqual({ own: [], rules: [] });
  });

  it('are named by rules that know them', () => {
    expect(layouts({ own: [own], rules: [{ ...every, layout: 'Our card' }] })).toEqual([]);
    expect(layouts({ rules: [{ ...every, layout: 'In words' }] })).toEqual([]);
    expect(layouts({ rules: [{ ...every, layout: 'Our card' }] })).toEqual([
      'reportCards.rules: A rule names a layout that neither the school nor the program has.',
    ]);
  });

  it('have one name each, and none contradicts itself', () => {
    expect(layouts({ own: [own, own] })).toEqual(['reportCards.own: Two layouts have the same name.']);
    const twice = { ...own, front: [[{ block: 'legend' }], ...own.front] };
    expect(layouts({ own: [twice] })).toEqual(['reportCards.own.0.front.4.0: The layout has the legend twice.']);
  });
});

describe('a school file', () => {
  it('has the marking scheme of the specification where it names none', () => {
    const { markingScheme: _left, ...withoutScheme } = demoSchool;
    expect(schoolFileSchema().parse(withoutScheme).markingScheme).toEqual(defaultSchemeRules);
  });

  it('refuses an activity with a comma, which separates the activities of a student', () => {
    expect(faultsOf({ coCurriculars: ['Choir', 'Track, Field'] })).toEqual([
      'coCurriculars.1: A name without a comma.',
    ]);
  });

  it('may have a scheme of its own that covers every level and term', () => {
    expect(faultsOf(scheme(everywhere))).toEqual([]);
    const onlyExam = { ...everywhere, levels: [6, 7], course: null, exam: { max: 100, weight: 100 } };
    expect(faultsOf(scheme(onlyExam, { ...everywhere, levels: [1, 2, 3, 4, 5] }))).toEqual([]);
  });

  it.each(
    levels.flatMap((level) => [1, 2, 3].map((term) => [level, term])),
  )('is refused when level %i has no rule in term %i', (level, term) => {
    const rest = { ...everywhere, levels: levels.filter((one) => one !== level) };
    const others = { ...everywhere, levels: [level], terms: [1, 2, 3].filter((one) => one !== term) };
    expect(faultsOf(scheme(rest, others))).toEqual([
      'markingScheme: The marking scheme must cover form levels 1 to 7 in terms 1 to 3.',
    ]);
  });

  it.each([
    ['less', { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 69 } }],
    ['more', { course: { max: 100, weight: 100 }, exam: { max: 100, weight: 100 } }],
    ['one part less', { course: null, exam: { max: 100, weight: 70 } }],
    ['nothing', { course: null, exam: null }],
  ])('is refused when full marks give %s than 100', (_what, parts) => {
    expect(faultsOf(scheme({ ...everywhere, ...parts }))).toEqual([
      'markingScheme.0.course.weight: The weights of course and exam must make 100.',
    ]);
  });

  it('takes parts out of 1 to 1000, and levels 1 to 7', () => {
    const parts = (max: number) => ({ course: { max, weight: 1 }, exam: { max: 70, weight: 99 } });
    expect([1, 1000].map((max) => faultsOf(scheme({ ...everywhere, ...parts(max) })))).toEqual([[], []]);
    const placesOf = (...rules: unknown[]) => faultsOf(scheme(...rules)).map((fault) => fault.split(':')[0]);
    for (const max of [0, 1001, 30.5]) {
      expect(placesOf({ ...everywhere, ...parts(max) })).toEqual(['markingScheme.0.course.max']);
    }
    for (const [course, exam] of [
      [0, 100],
      [101, -1],
      [30.5, 69.5],
    ]) {
      const weights = { course: { max: 30, weight: course }, exam: { max: 70, weight: exam } };
      expect(placesOf({ ...everywhere, ...weights })).toContain('markingScheme.0.course.weight');
    }
    for (const level of [0, 8]) {
      expect(placesOf(everywhere, { ...everywhere, levels: [level] })).toEqual(['markingScheme.1.levels.0']);
    }
    expect(placesOf(everywhere, { ...everywhere, levels: [] })).toEqual(['markingScheme.1.levels']);
    expect(placesOf(everywhere, { ...everywhere, terms: [] })).toEqual(['markingScheme.1.terms']);
  });

  it('counts absent for nothing unless it says so, for all or for one rule of the scheme', () => {
    const early = { ...everywhere, levels: [1, 2, 3] };
    const rest = { ...everywhere, levels: [4, 5, 6, 7] };
    const zeros = (file: object, ...rules: object[]) => {
      const parsed = schoolFileSchema().parse({ ...demoSchool, ...scheme(...rules), ...file }).markingScheme;
      return [schemeFor(parsed, 1, 1), schemeFor(parsed, 5, 1)].map(({ absentIsZero = false }) => absentIsZero);
    };
    expect(zeros({}, early, rest)).toEqual([false, false]);
    expect(zeros({ absentIsZero: true }, early, rest)).toEqual([true, true]);
    expect(zeros({ absentIsZero: true }, { ...early, absentIsZero: false }, rest)).toEqual([false, true]);
    expect(zeros({}, early, { ...rest, absentIsZero: true })).toEqual([false, true]);
    // What was read once is read again, such as in a function, and says the same.
    const once = schoolFileSchema().parse({ ...demoSchool, absentIsZero: true });
    expect(schoolFileSchema().parse(once)).toEqual(once);
  });

  it('has no weighted total in the mark book unless a rule says so', () => {
    const parsed = schoolFileSchema().parse({ ...demoSchool, ...scheme(everywhere) }).markingScheme;
    expect(parsed.map(({ showsWeightedTotal }) => showsWeightedTotal)).toEqual([false]);
  });

  it.each([
    ['an id with capitals', { id: 'Demo' }, 'id'],
    ['an id that is too long', { id: 'a'.repeat(17) }, 'id'],
    ['an empty name', { name: '  ' }, 'name'],
    ['a time zone that does not exist', { timeZone: 'America/Nowhere' }, 'timeZone'],
    ['two terms', { terms: demoSchool.terms.slice(1) }, 'terms'],
    ['a fourth term', { terms: [...demoSchool.terms.slice(1), { id: 4, title: 'Term 4' }] }, 'terms.2.id'],
    ['no classes', { formClasses: [] }, 'formClasses'],
    [
      'a class of level 8',
      { formClasses: [{ id: '8A', form_level: 8, next_class_id: null }] },
      'formClasses.0.form_level',
    ],
    [
      'a class that steers a key',
      { formClasses: [{ id: '1#A', form_level: 1, next_class_id: null }] },
      'formClasses.0.id',
    ],
    ['a house without a colour', { houses: [{ id: 'R', name: 'Red' }] }, 'houses.0.color'],
    ['a mark out of nothing', scheme({ ...everywhere, exam: { max: 0, weight: 70 } }), 'markingScheme.0.exam.max'],
    ['marks low below more than all', { tints: { lowBelow: 101 } }, 'tints.lowBelow'],
    ['something unknown', { motot: 'x' }, ''],
  ])('is refused with %s', (_what, change, place) => {
    const faults = faultsOf(change as Record<string, unknown>);
    expect(faults.map((fault) => fault.split(':')[0])).toContain(place);
  });

  it('is refused when a class is in it twice or leads nowhere', () => {
    const one = { id: '1A', form_level: 1, next_class_id: null };
    expect(faultsOf({ formClasses: [one, one] })).toEqual(['formClasses: A class is in the list twice.']);
    expect(faultsOf({ formClasses: [{ ...one, next_class_id: '2A' }] })).toEqual([
      'formClasses: next_class_id must name a class of the list.',
    ]);
  });

  it('has the usual lists of what may be chosen of a student where it names none, or not all', () => {
    const { codeLists: _left, ...silent } = demoSchool;
    const usual = schoolFileSchema().parse(silent).codeLists;
    expect(usual.sex).toEqual([
      { code: 'F', name: 'Female' },
      { code: 'M', name: 'Male' },
    ]);
    expect(usual.transport).toContainEqual({ code: 'Walking', name: 'Walking' });
    const own = schoolFileSchema().parse({
      ...demoSchool,
      codeLists: { transport: ['Boat', { code: 'D', name: 'Donkey' }] },
    });
    expect(own.codeLists.transport).toEqual([
      { code: 'Boat', name: 'Boat' },
      { code: 'D', name: 'Donkey' },
    ]);
    expect(own.codeLists.sex).toEqual(usual.sex);
  });

  it.each([
    ['is empty', { transport: [] }, 'codeLists.transport: Too small: expected array to have >=1 items'],
    ['has two that read the same', { sex: ['F', ' f'] }, 'codeLists.sex: Two entries have the same code or name.'],
    [
      'has a code that is the name of another',
      {
        sex: [
          { code: 'Female', name: 'Girl' },
          { code: 'F', name: 'Female' },
        ],
      },
      'codeLists.sex: Two entries have the same code or name.',
    ],
    ['nobody knows', { stars: ['Libra'] }, 'codeLists: Unrecognized key: "stars"'],
  ])('is refused when a list of choices %s', (_what, codeLists, fault) => {
    expect(faultsOf({ codeLists }).map((one) => one.split(':')[0])).toEqual([fault.split(':')[0]]);
  });

  it('tints marks below half and beyond one and a half times the quartiles, unless it says otherwise', () => {
    const { tints: _stated, ...silent } = demoSchool;
    expect(schoolFileSchema().parse(silent).tints).toEqual({ lowBelow: 50, outlierFences: 1.5 });
    expect(schoolFileSchema().parse({ ...demoSchool, tints: { lowBelow: 40 } }).tints).toEqual({
      lowBelow: 40,
      outlierFences: 1.5,
    });
  });

  it('tells the public its name, its motto, its time zone, its options, what it tints, its weekly tests and attendance where it has them, and nothing more', () => {
    const { name, motto } = demoSchool;
    const off = { ...demoSchool, options: ['chess'], attendance: { isOn: false }, weeklyTests: { isOn: false } };
    expect(publicSchoolOf(schoolFileSchema().parse(off))).toEqual({
      name,
      motto,
      options: ['chess'],
      tints: { lowBelow: 50, outlierFences: 1.5 },
      timeZone: 'America/Port_of_Spain',
    });
    const weeklyTests = { isOn: true };
    expect(publicSchoolOf(schoolFileSchema().parse({ ...off, weeklyTests }))).toEqual({
      name,
      motto,
      options: ['chess'],
      tints: { lowBelow: 50, outlierFences: 1.5 },
      timeZone: 'America/Port_of_Spain',
      weeklyTests: { from: '2024-04-18', to: '2024-07-05', maximum: 50 },
    });
    expect(publicSchoolOf(schoolFileSchema().parse(demoSchool)).attendance).toBe(true);
  });

  it('tells the public the address of a school with a domain of its own', () => {
    const school = schoolFileSchema().parse(demoSchool);
    const domain = { name: 'marks.example.edu', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1' };
    expect(publicSchoolOf({ ...school, domain }).address).toBe('https://marks.example.edu');
    expect(publicSchoolOf({ ...school, domain: null }).address).toBeUndefined();
  });
});
