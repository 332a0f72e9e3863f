import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CardLayout,
  cardLayoutShape,
  signatoryPosts,
  studentFacts,
  subjectColumns,
} from '#shared/term-reports/layouts/card-layout.ts';
import { findContradictions } from '#shared/term-reports/layouts/contradictions.ts';
import {
  addBlock,
  type BlockPlace,
  dropBlock,
  joinRowAbove,
  listBlocks,
  moveBlock,
  nameOfBlock,
  removeBlock,
  setBack,
  setWidth,
} from '#shared/term-reports/layouts/edit-layout.ts';
import {
  addMarkInWords,
  changeMarkInWords,
  moveFact,
  placeSignatory,
  removeMarkInWords,
  renameFact,
  renameSignatory,
  switchFact,
  switchSignatory,
} from '#shared/term-reports/layouts/edit-lists.ts';
import {
  addGroup,
  moveColumn,
  placeGroup,
  placeSubject,
  removeGroup,
  renameColumn,
  renameGroup,
  switchColumn,
} from '#shared/term-reports/layouts/edit-subject-table.ts';
import {
  inWordsLayout,
  shippedLayouts,
  standardLayout,
  twoPagesLayout,
} from '#shared/term-reports/layouts/shipped-layouts.ts';

/** A layout as rows of names: "average attendance | subjects", the back behind "//". */
const drawn = ({ front, back }: CardLayout): string =>
  [front, ...(back ? [back] : [])]
    .map((rows) => rows.map((row) => row.map(nameOfBlock).join(' ')).join(' | '))
    .join(' // ');
const namesIn = (layout: CardLayout) => listBlocks(layout).map(({ block }) => nameOfBlock(block));
const placeOf = (layout: CardLayout, name: string) => {
  const found = listBlocks(layout).find(({ block }) => nameOfBlock(block) === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.place;
};
const columnsOf = (layout: CardLayout) =>
  listBlocks(layout).flatMap(({ block }) => (block.block === 'subjects' ? block.columns : []));

const small: CardLayout = {
  ...standardLayout,
  front: standardLayout.front.slice(0, 3),
};

describe('a block', () => {
  it('goes past its neighbours, and out of a row that it shares', () => {
    expect(drawn(small)).toBe('student | average attendance conduct | subjects');
    const up = moveBlock(small, placeOf(small, 'subjects'), -1);
    expect(drawn(up)).toBe('student | subjects | average attendance conduct');
    const down = moveBlock(small, placeOf(small, 'attendance'), 1);
    expect(drawn(down)).toBe('student | average conduct | attendance | subjects');
    expect(drawn(moveBlock(small, placeOf(small, 'student'), -1))).toBe(drawn(small));
  });

  it('goes from the head of the back to the foot of the front, and back', () => {
    const [first] = twoPagesLayout.back ?? [];
    if (!first?.[0]) throw new Error('the back is empty');
    const name = nameOfBlock(first[0]);
    const up = moveBlock(twoPagesLayout, placeOf(twoPagesLayout, name), -1);
    expect(up.front.at(-1)).toEqual(first);
    expect(moveBlock(up, placeOf(up, name), 1)).toEqual(twoPagesLayout);
  });

  it('goes beside those above it, and shares their width', () => {
    const joined = joinRowAbove(small, placeOf(small, 'subjects'));
    expect(drawn(joined)).toBe('student | average attendance conduct subjects');
    // Four have no room for a fifth.
    expect(joinRowAbove(joined, placeOf(joined, 'average'))).toEqual(joined);
  });

  it('is dropped on a row of its own: above the one that it comes from below, and below the one that it comes from above', () => {
    const onto = (name: string, target: string) =>
      drawn(dropBlock(small, placeOf(small, name), placeOf(small, target)));
    expect(onto('subjects', 'student')).toBe('subjects | student | average attendance conduct');
    expect(onto('student', 'subjects')).toBe('average attendance conduct | subjects | student');
    expect(onto('attendance', 'student')).toBe('attendance | student | average conduct | subjects');
    expect(onto('attendance', 'conduct')).toBe(drawn(small));
    const behind = dropBlock(twoPagesLayout, placeOf(twoPagesLayout, 'legend'), placeOf(twoPagesLayout, 'deanRemarks'));
    expect(drawn(behind)).toMatch(/subjects \/\/ .*legend \| deanRemarks/);
  });

  it('has a width beside others, who share the rest as before and never less than can be read', () => {
    const notes = standardLayout.front.slice(4, 7);
    let row: CardLayout = { ...standardLayout, front: notes };
    row = joinRowAbove(row, placeOf(row, 'activities'));
    row = joinRowAbove(row, placeOf(row, 'formTeacherRemarks'));
    const widths = (layout: CardLayout) =>
      layout.front[0]?.map((block) => ('width' in block ? block.width : undefined));
    const first = setWidth(row, placeOf(row, 'music'), 50);
    expect(widths(first)).toEqual([50, 25, 25]);
    const second = setWidth(first, placeOf(first, 'activities'), 30);
    expect(widths(second)?.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(100);
    expect(widths(second)?.[1]).toBe(30);
    expect(widths(second)?.[0]).toBeGreaterThan(widths(second)?.[2] ?? 0);
    expect(widths(setWidth(second, placeOf(second, 'activities'), 95))).toEqual([15, 70, 15]);
    expect(widths(setWidth(second, placeOf(second, 'music'), null))).toEqual([undefined, undefined, undefined]);
    // Figures share their band by themselves, and a table is alone.
    expect(setWidth(small, placeOf(small, 'average'), 40)).toEqual(small);
  });

  it('is switched off, and on again above the signatures', () => {
    const off = removeBlock(standardLayout, placeOf(standardLayout, 'music'));
    expect(namesIn(off)).not.toContain('music');
    const names = namesIn(addBlock(off, { block: 'music' }));
    expect(names.slice(-2)).toEqual(['music', 'signatures']);
  });

  it('goes behind with all that follow it', () => {
    const behind = setBack(standardLayout, 3);
    expect([behind.front.length, behind.back?.length]).toEqual([3, standardLayout.front.length - 3]);
    expect(setBack(behind, null)).toEqual(standardLayout);
  });
});

describe('a column', () => {
  it('goes left and right, off and on, and has a heading of the school’s own', () => {
    const names = (layout: CardLayout) => columnsOf(layout).map(({ column }) => column);
    const [first, second] = names(standardLayout);
    if (!first || !second) throw new Error('there are no columns');
    expect(names(moveColumn(standardLayout, second, -1)).slice(0, 2)).toEqual([second, first]);
    expect(moveColumn(standardLayout, first, -1)).toEqual(standardLayout);
    expect(names(switchColumn(standardLayout, 'comment', false))).not.toContain('comment');
    expect(names(switchColumn(standardLayout, 'place', true)).at(-1)).toBe('place');
    const renamed = renameColumn(standardLayout, 'total', 'Mark ');
    expect(columnsOf(renamed).find(({ column }) => column === 'total')).toEqual({ column: 'total', heading: 'Mark ' });
    expect(renameColumn(renamed, 'total', ' ')).toEqual(standardLayout);
  });
});

describe('the total in words', () => {
  it('comes with words for marks, and takes them along', () => {
    const on = switchColumn(standardLayout, 'totalInWords', true);
    expect([on.marksInWords?.length, on.marksInWords?.at(-1)?.from]).toEqual([5, 0]);
    expect(findContradictions(on).filter(({ path }) => path[0] === 'marksInWords')).toEqual([]);
    expect(switchColumn(on, 'totalInWords', false)).toEqual(standardLayout);
    const own = changeMarkInWords(on, 0, { words: 'Splendid' });
    expect(switchColumn(own, 'totalInWords', true).marksInWords?.[0]?.words).toBe('Splendid');
  });

  it('has one line more between its neighbours, and its last is from 0', () => {
    const marks = (layout: CardLayout) => layout.marksInWords?.map(({ from, words }) => `${from} ${words}`);
    const more = addMarkInWords(inWordsLayout, 'New');
    expect(marks(more)?.slice(-3)).toEqual(['35 Fair', '17 New', '0 Needs support']);
    expect(marks(removeMarkInWords(more, 5))?.at(-1)).toBe('0 New');
    let few = inWordsLayout;
    for (let times = 0; times < 9; times += 1) few = removeMarkInWords(few, 0);
    expect(marks(few)).toEqual(['35 Fair', '0 Needs support']);
    let many = inWordsLayout;
    for (let times = 0; times < 30; times += 1) many = addMarkInWords(many, 'New');
    expect(many.marksInWords).toHaveLength(12);
  });
});

describe('groups of subjects', () => {
  const groupsOf = (layout: CardLayout) =>
    listBlocks(layout).flatMap(({ block }) => (block.block === 'subjects' ? (block.groups ?? []) : []));
  const shown = (layout: CardLayout) =>
    groupsOf(layout).map(({ heading, subjects }) => `${heading ?? '-'}: ${subjects.join(' ')}`);
  const two = ['ENGL', 'MATH'].reduce(addGroup, standardLayout);
  const grouped = placeSubject(renameGroup(two, 0, 'Languages'), 'SPAN', { group: 0 });

  it('take subjects in their order, from one group into another, and out', () => {
    expect(shown(grouped)).toEqual(['Languages: ENGL SPAN', '-: MATH']);
    expect(shown(placeSubject(grouped, 'SPAN', { group: 0, before: 0 }))).toEqual(['Languages: SPAN ENGL', '-: MATH']);
    expect(shown(placeSubject(grouped, 'SPAN', { group: 1, before: 0 }))).toEqual(['Languages: ENGL', '-: SPAN MATH']);
    expect(shown(placeSubject(grouped, 'SPAN', null))).toEqual(['Languages: ENGL', '-: MATH']);
    expect(shown(placeSubject(grouped, 'SPAN', { group: 7 }))).toEqual(shown(grouped));
  });

  it('are put in order, and gone with their last subject', () => {
    expect(shown(placeGroup(grouped, 1, 0))).toEqual(['-: MATH', 'Languages: ENGL SPAN']);
    expect(shown(placeSubject(grouped, 'MATH', null))).toEqual(['Languages: ENGL SPAN']);
    expect(removeGroup(removeGroup(grouped, 0), 0)).toEqual(standardLayout);
    expect(groupsOf(renameGroup(grouped, 0, ' '))[0]?.heading).toBeNull();
  });
});

describe('what is said of the student, and who signs', () => {
  const rows = (layout: CardLayout) =>
    listBlocks(layout).flatMap(({ block }) =>
      block.block === 'student' ? block.facts.map((row) => row.map(({ fact }) => fact).join(' ')) : [],
    );
  const posts = (layout: CardLayout) =>
    listBlocks(layout).flatMap(({ block }) => (block.block === 'signatures' ? block.of.map(({ post }) => post) : []));

  it('go along their row and into a row beside it with room', () => {
    const [first = '', second = ''] = rows(standardLayout);
    expect([first, second]).toEqual(['studentId class form dateOfBirth', 'house termBegan termEnded newTermBegins']);
    expect(rows(moveFact(standardLayout, 'class', -1))[0]).toBe('class studentId form dateOfBirth');
    // A full row takes no fifth: it gets a row of its own before that.
    expect(rows(moveFact(standardLayout, 'dateOfBirth', 1))).toEqual(['studentId class form', 'dateOfBirth', second]);
    const room = switchFact(standardLayout, 'form', false);
    expect(rows(moveFact(room, 'house', -1))).toEqual([
      'studentId class dateOfBirth house',
      'termBegan termEnded newTermBegins',
    ]);
    expect(rows(moveFact(room, 'newTermBegins', 1)).at(-1)).toBe('newTermBegins');
  });

  it('are taken off and put on again, and the last who signs stays', () => {
    expect(rows(switchFact(switchFact(standardLayout, 'form', false), 'form', true)).at(-1)).toBe('form');
    let few = standardLayout;
    for (const post of ['dean', 'principal', 'guardian', 'formTeacher'] as const)
      few = switchSignatory(few, post, false);
    expect(posts(few)).toEqual(['formTeacher']);
    expect(posts(switchSignatory(few, 'dean', true))).toEqual(['formTeacher', 'dean']);
    expect(posts(placeSignatory(standardLayout, 'guardian', 0))[0]).toBe('guardian');
    expect(renameFact(renameFact(standardLayout, 'house', 'Home'), 'house', ' ')).toEqual(standardLayout);
    expect(renameSignatory(renameSignatory(standardLayout, 'dean', 'Head'), 'dean', '')).toEqual(standardLayout);
  });
});

/** Any change at any place, also places that there are none of. */
const anyChange: fc.Arbitrary<(layout: CardLayout) => CardLayout> = fc
  .record({
    what: fc.nat(25),
    side: fc.constantFrom('front' as const, 'back' as const),
    row: fc.nat(12),
    block: fc.nat(3),
    by: fc.constantFrom(-1 as const, 1 as const),
    percent: fc.integer({ min: -5, max: 130 }),
    column: fc.constantFrom(...subjectColumns),
    fact: fc.constantFrom(...studentFacts),
    post: fc.constantFrom(...signatoryPosts),
    subject: fc.constantFrom('ENGL', 'MATH', 'SPAN', 'CHEM'),
    isOn: fc.boolean(),
  })
  .map(({ what, by, column, isOn, percent, fact, post, subject, ...place }) => (layout) => {
    const text = isOn ? 'Ours' : '';
    const other: BlockPlace = { side: isOn ? 'front' : 'back', row: place.block, block: 0 };
    const changes = [
      () => moveBlock(layout, place, by),
      () => dropBlock(layout, place, other),
      () => dropBlock(layout, other, place),
      () => joinRowAbove(layout, place),
      () => removeBlock(layout, place),
      () => setBack(layout, isOn ? place.row : null),
      () => setWidth(layout, place, isOn ? percent : null),
      () => moveColumn(layout, column, by),
      () => switchColumn(layout, column, isOn),
      () => renameColumn(layout, column, text),
      () => addGroup(removeSubject(layout, subject), subject),
      () => placeSubject(layout, subject, { group: place.block }),
      () => placeSubject(layout, subject, { group: place.block, before: place.row }),
      () => removeSubject(layout, subject),
      () => placeGroup(layout, place.block, place.row),
      () => renameGroup(layout, place.block, text),
      () => removeGroup(layout, place.block),
      () => moveFact(layout, fact, by),
      () => switchFact(layout, fact, isOn),
      () => renameFact(layout, fact, text),
      () => placeSignatory(layout, post, place.block),
      () => switchSignatory(layout, post, isOn),
      () => renameSignatory(layout, post, text),
      () => addMarkInWords(layout, 'Ours'),
      () => removeMarkInWords(layout, place.row),
      () => changeMarkInWords(layout, place.block, { words: 'Ours' }),
    ];
    return changes[what]?.() ?? layout;
  });
const removeSubject = (layout: CardLayout, subject: string) => placeSubject(layout, subject, null);

describe('changes one after the other', () => {
  const shape = cardLayoutShape();

  it('always leave a layout that can be saved, and lose no block but those that are taken out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shippedLayouts), fc.array(anyChange, { maxLength: 30 }), (start, changes) => {
        let layout = start;
        for (const change of changes) {
          const before = namesIn(layout);
          layout = change(layout);
          expect(shape.safeParse(layout).success).toBe(true);
          const now = namesIn(layout);
          expect(before.filter((name) => !now.includes(name)).length).toBeLessThanOrEqual(1);
          expect(now.filter((name) => !before.includes(name))).toEqual([]);
        }
      }),
    );
  });
});
