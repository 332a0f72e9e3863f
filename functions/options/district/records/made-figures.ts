import { entity } from '../../../platform/table/entity.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import type { EarlierFiles } from '../figures/choose-hidden.ts';

/** The last file of a term: it is answered again where a request is repeated. */
export interface MadeFiguresItem extends Term {
  /** Of the files of the year, from 1. */
  number: number;
  /** ISO 8601. */
  madeAt: string;
  /** Display name of the account; the file has no name. */
  madeBy: string;
  /** JSON of the signed file. */
  file: string;
}

export const MadeFiguresEntity = entity<MadeFiguresItem>()({
  name: 'made-figures',
  pk: 'district-figures#${year}',
  sk: 'term#${term}',
  open: 'a file of what is there, which changes nothing of a term',
});

/** What the files of a year have hidden: forms and subjects, and nobody (`chooseHidden`). */
export interface HiddenGroupsItem {
  year: number;
  /** How many files the year has. */
  files: number;
  /** Keys of groups that a file has hidden. */
  hidden: string[];
  /** Keys of totals that a file has shown. */
  shownTotals: string[];
}

export const HiddenGroupsEntity = entity<HiddenGroupsItem>()({
  name: 'hidden-groups',
  pk: 'district-figures#${year}',
  sk: 'hidden',
});

export const toEarlierFiles = (item: HiddenGroupsItem | undefined): EarlierFiles => ({
  hidden: new Set(item?.hidden),
  shownTotals: new Set(item?.shownTotals),
});
