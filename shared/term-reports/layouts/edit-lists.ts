import type { BlockOf, CardLayout, LayoutBlock, LayoutPage, SignatoryPost, StudentFact } from './card-layout.ts';
import { listBlocks } from './edit-layout.ts';
import { movedInList } from './edit-subject-table.ts';

type Facts = BlockOf<'student'>['facts'];
type Signatories = BlockOf<'signatures'>['of'];
type MarksInWords = NonNullable<CardLayout['marksInWords']>;

/** Rows of facts at most, and facts beside each other. */
const mostRows = 4;
const mostFacts = 4;

const changeBlocks = (layout: CardLayout, change: (block: LayoutBlock) => LayoutBlock): CardLayout => {
  const changed = (rows: LayoutPage): LayoutPage => rows.map((row) => row.map(change));
  return { ...layout, front: changed(layout.front), back: layout.back && changed(layout.back) };
};

const withHeading = <T extends { heading?: string | undefined }>({ heading: _before, ...one }: T, heading: string) => ({
  ...one,
  ...(heading.trim() === '' ? {} : { heading }),
});

/** The rows of facts below the student's name. */
export const factRowsOf = (layout: CardLayout): Facts =>
  listBlocks(layout).flatMap(({ block }) => (block.block === 'student' ? block.facts : []));

const changeFacts = (layout: CardLayout, change: (facts: Facts) => Facts): CardLayout =>
  changeBlocks(layout, (block) =>
    block.block === 'student' ? { ...block, facts: change(block.facts).filter((row) => row.length > 0) } : block,
  );

/**
 * A fact one step back or on: in its row, then into the row beside it where that has room, else onto a row of its own.
 * Pure.
 */
export const moveFact = (layout: CardLayout, name: StudentFact, by: -1 | 1): CardLayout =>
  changeFacts(layout, (facts) => {
    const rows = facts.map((row) => [...row]);
    const at = rows.findIndex((row) => row.some(({ fact }) => fact === name));
    const row = rows[at];
    if (!row) return facts;
    const from = row.findIndex(({ fact }) => fact === name);
    if (row[from + by]) {
      rows[at] = movedInList(row, from, from + by);
      return rows;
    }
    const [moved] = row.splice(from, 1);
    if (!moved) return facts;
    const beside = rows[at + by];
    if (beside && beside.length < mostFacts) beside.splice(by < 0 ? beside.length : 0, 0, moved);
    else if (row.length > 0 && rows.length < mostRows) rows.splice(by < 0 ? at : at + 1, 0, [moved]);
    else return facts;
    return rows;
  });

/** With a fact at the end, or without it. Pure. */
export const switchFact = (layout: CardLayout, name: StudentFact, isOn: boolean): CardLayout =>
  changeFacts(layout, (facts) => {
    const others = facts.map((row) => row.filter(({ fact }) => fact !== name)).filter((row) => row.length > 0);
    if (!isOn) return others;
    const last = others.at(-1);
    if (last && last.length < mostFacts) return [...others.slice(0, -1), [...last, { fact: name }]];
    return others.length < mostRows ? [...others, [{ fact: name }]] : facts;
  });

/** With a heading of the school's own, as it is typed; a blank one is ours again. Pure. */
export const renameFact = (layout: CardLayout, name: StudentFact, heading: string): CardLayout =>
  changeFacts(layout, (facts) =>
    facts.map((row) => row.map((one) => (one.fact === name ? withHeading(one, heading) : one))),
  );

/** Who signs, from left to right. */
export const signatoriesOf = (layout: CardLayout): Signatories =>
  listBlocks(layout).flatMap(({ block }) => (block.block === 'signatures' ? block.of : []));

const changeSignatories = (layout: CardLayout, change: (of: Signatories) => Signatories): CardLayout =>
  changeBlocks(layout, (block) => (block.block === 'signatures' ? { ...block, of: change(block.of) } : block));

/** Somebody who signs, at a place from 0 on. Pure. */
export const placeSignatory = (layout: CardLayout, name: SignatoryPost, to: number): CardLayout =>
  changeSignatories(layout, (of) =>
    movedInList(
      of,
      of.findIndex(({ post }) => post === name),
      to,
    ),
  );

/** With somebody who signs at the right, or without; the last one stays. Pure. */
export const switchSignatory = (layout: CardLayout, name: SignatoryPost, isOn: boolean): CardLayout =>
  changeSignatories(layout, (of) => {
    const others = of.filter(({ post }) => post !== name);
    if (isOn) return others.length < of.length ? of : [...others, { post: name }];
    return others.length === 0 ? of : others;
  });

/** With a title of the school's own, as it is typed; a blank one is ours again. Pure. */
export const renameSignatory = (layout: CardLayout, name: SignatoryPost, heading: string): CardLayout =>
  changeSignatories(layout, (of) => of.map((one) => (one.post === name ? withHeading(one, heading) : one)));

/** With a picture of the principal's signature, or without. Pure. */
export const setSignature = (layout: CardLayout, picture: string | undefined): CardLayout =>
  changeSignatories(layout, (of) =>
    of.map(({ picture: before, ...one }) =>
      one.post === 'principal'
        ? { ...one, ...(picture && { picture }) }
        : { ...one, ...(before && { picture: before }) },
    ),
  );

/** Words for marks at least, and at most. */
const fewestWords = 2;
const mostWords = 12;

const changeWords = (layout: CardLayout, change: (words: MarksInWords) => MarksInWords): CardLayout =>
  layout.marksInWords ? { ...layout, marksInWords: change(layout.marksInWords) } : layout;

/** With other words from a mark on, or the same words from another mark on. Pure. */
export const changeMarkInWords = (
  layout: CardLayout,
  place: number,
  change: Partial<MarksInWords[number]>,
): CardLayout =>
  changeWords(layout, (words) => words.map((one, index) => (index === place ? { ...one, ...change } : one)));

/** With one more line above the last, between the marks of its neighbours. Pure. */
export const addMarkInWords = (layout: CardLayout, words: string): CardLayout =>
  changeWords(layout, (before) => {
    const [above, last] = [before.at(-2), before.at(-1)];
    if (!above || !last || before.length >= mostWords) return before;
    return [...before.slice(0, -1), { from: Math.floor((above.from + last.from) / 2), words }, last];
  });

/** Without a line; the lowest is from 0 then too. Pure. */
export const removeMarkInWords = (layout: CardLayout, place: number): CardLayout =>
  changeWords(layout, (before) => {
    if (before.length <= fewestWords) return before;
    const others = before.filter((_, index) => index !== place);
    return others.map((one, index) => (index === others.length - 1 ? { ...one, from: 0 } : one));
  });
