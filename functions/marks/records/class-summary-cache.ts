import { deflateSync, inflateSync } from 'node:zlib';
import { inParallel } from '../../platform/in-parallel.ts';
import { logger } from '../../platform/log.ts';
import { executeActionIf } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { atMost } from '../../platform/table/expression.ts';
import { readItems, splitIntoPieces } from '../../platform/table/table.ts';
import {
  type ClassOfTerm,
  ClassRecordsVersionEntity,
  isSettled,
  type SummarizedKind,
} from './class-records-version.ts';

/** What is kept of a class and term, compressed. */
interface ClassSummaryItem extends ClassOfTerm {
  of: SummarizedKind;
  format: number;
  /** The version of the class's changes that it has. */
  version: number;
  /** UTC time. */
  madeAt: string;
  content: Uint8Array;
}

const KeptSummaryEntity = entity<ClassSummaryItem>()({
  name: 'class-summary',
  pk: 'class-summary#${year}#${term}#${classId}',
  sk: '${of}',
  open: 'is made of records, of closed terms too',
});

/**
 * Bytes of the largest content that is kept: DynamoDB takes 400 KB. A class of 120 students with 15 subjects has about
 * 10 KB, and one of 120 with the longest ids, and all figures random in each of a hundred subjects, 140: a split has
 * nothing to do. What is larger is read and not kept.
 */
const largestKept = 200_000;
/** A summary is made again after a day, so that a wrong one is found. */
const longestKept = 24 * 3_600_000;
/** Classes in one BatchGetItem, with two keys each. */
const classesAtOnce = 50;
const madeAtOnce = 8;

interface Kind<Content> {
  of: SummarizedKind;
  /** Another number for another shape of content: what has an earlier one is made again. */
  format: number;
  /** Content from the records, as JSON takes it: equal records give equal text. It may read indexes. */
  make: (of: ClassOfTerm) => Promise<Content>;
}

/** What is stored of a class, and when reading it began, in epoch milliseconds. */
interface Found {
  changes: { version: number; changedAt: string } | undefined;
  kept: ClassSummaryItem | undefined;
  readAt: number;
}

interface State<Content> {
  version: number;
  /** The version of the summary that is stored, if there is one. */
  stored: number | undefined;
  /** No change is so lately that an index may not have it. */
  isQuiet: boolean;
  /** Of the present version. */
  kept: Content | undefined;
  /** The same, compared with the records within a day. */
  current: Content | undefined;
}

/** What became of a summary when it was compared with the records. */
export type SummaryComparison = 'equal' | 'wrong' | 'not kept';

/**
 * A summary of a class's records in a term, kept while no record changes: acts that write them move the version of
 * `ClassRecordsVersionEntity` (`makesSummariesStale`). Who reads it first after that makes it again, and keeps it once
 * the changes are two minutes old, as indexes may lag (ADR 0040). Once a day its first reader compares it with the
 * records. Declare one with what makes its content, name `makesSummariesStale` among the companions of its records, and
 * read by `read`. What reads it may write its partition, `class-summary#*`.
 */
export class ClassSummaryCache<Content> {
  readonly #kind: Kind<Content>;

  constructor(kind: Kind<Content>) {
    this.#kind = kind;
  }

  /** Keys for a handler's `prefetch`, whose records `readFound` takes. */
  keys(one: ClassOfTerm) {
    const { of } = this.#kind;
    return { changes: ClassRecordsVersionEntity.key({ ...one, of }), kept: KeptSummaryEntity.key({ ...one, of }) };
  }

  /**
   * The contents of these classes, in their order. One request for each fifty, strongly consistent, at two units a
   * class up to 4 KB; what is not kept costs what making it costs, and one write.
   */
  async read(classes: readonly ClassOfTerm[]): Promise<Content[]> {
    const readAt = Date.now();
    const found = await this.#find(classes);
    return inParallel(classes, {
      atOnce: madeAtOnce,
      does: (one) => this.readFound(one, { ...found(one), readAt }),
    });
  }

  /**
   * The content of a class. No request where it is kept.
   * @param found what is stored under `keys`, strongly consistent
   */
  async readFound(one: ClassOfTerm, found: Found): Promise<Content> {
    const state = this.#stateOf(one, found);
    return state.current ?? (await this.#make(one, state)).content;
  }

  /** Compares what is kept with the records, and corrects it. Classes that change just then are left out. */
  async compare(classes: readonly ClassOfTerm[]): Promise<SummaryComparison[]> {
    const readAt = Date.now();
    const found = await this.#find(classes);
    return inParallel(classes, {
      atOnce: madeAtOnce,
      does: async (one) => (await this.#make(one, this.#stateOf(one, { ...found(one), readAt }))).comparison,
    });
  }

  /** Makes it from the records, and keeps it where no change is under way. */
  async #make(
    one: ClassOfTerm,
    { version, stored, isQuiet, kept }: State<Content>,
  ): Promise<{ content: Content; comparison: SummaryComparison }> {
    const content = await this.#kind.make(one);
    if (!isQuiet) return { content, comparison: 'not kept' };
    const isWrong = kept !== undefined && JSON.stringify(kept) !== JSON.stringify(content);
    if (isWrong) {
      const { of } = this.#kind;
      const changes = await ClassRecordsVersionEntity.get({ ...one, of });
      if ((changes?.version ?? 0) !== version) return { content, comparison: 'not kept' };
      logger.error('class summary was wrong', { of, ...one });
    }
    await this.#keep(one, { version, stored, content });
    return { content, comparison: isWrong ? 'wrong' : kept === undefined ? 'not kept' : 'equal' };
  }

  async #find(classes: readonly ClassOfTerm[]) {
    const nameOf = ({ year, term, classId }: ClassOfTerm) => `${year}#${term}#${classId}`;
    const found = await Promise.all(
      splitIntoPieces(classes, classesAtOnce).map((some) => {
        const keys = some.map((one) => this.keys(one));
        return readItems({ changes: keys.map(({ changes }) => changes), kept: keys.map(({ kept }) => kept) });
      }),
    );
    const changes = new Map(found.flatMap((some) => some.changes).map((one) => [nameOf(one), one]));
    const kept = new Map(found.flatMap((some) => some.kept).map((one) => [nameOf(one), one]));
    return (one: ClassOfTerm) => ({ changes: changes.get(nameOf(one)), kept: kept.get(nameOf(one)) });
  }

  #stateOf(one: ClassOfTerm, { changes, kept: item, readAt }: Found): State<Content> {
    const version = changes?.version ?? 0;
    const isQuiet = isSettled({ ...one, of: this.#kind.of }, changes, readAt);
    const kept = isQuiet && item?.version === version ? this.#contentOf(item) : undefined;
    const isFresh = item !== undefined && readAt - Date.parse(item.madeAt) < longestKept;
    return { version, stored: item?.version, isQuiet, kept, current: isFresh ? kept : undefined };
  }

  /** Undefined for another format, and where it is damaged, which its checksum shows. */
  #contentOf({ format, content }: ClassSummaryItem): Content | undefined {
    if (format !== this.#kind.format) return undefined;
    try {
      return JSON.parse(inflateSync(content).toString()) as Content;
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps it unless a later version was kept meanwhile. One that was already there is of no version that the class ever
   * had, and is replaced. It is only faster with it: an error is logged.
   */
  async #keep(
    { year, term, classId }: ClassOfTerm,
    { version, stored, content }: { version: number; stored: number | undefined; content: Content },
  ) {
    const { of, format } = this.#kind;
    const bytes = deflateSync(JSON.stringify(content));
    try {
      if (bytes.length > largestKept) throw new Error(`${bytes.length} bytes are too many to be kept`);
      await executeActionIf(
        KeptSummaryEntity.put(
          { of, year, term, classId, format, version, madeAt: new Date().toISOString(), content: bytes },
          [{ version: null }, { version: atMost(version) }, ...(stored === undefined ? [] : [{ version: stored }])],
        ),
      );
    } catch (error) {
      logger.warn('class summary not kept', { of, error });
    }
  }
}
