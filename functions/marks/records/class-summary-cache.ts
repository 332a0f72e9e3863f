import { deflateSync, inflateSync } from 'node:zlib';
import { inParallel } from '../../platform/in-parallel.ts';
import { logger } from '../../platform/log.ts';
import { executeActionIf } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { atMost } from '../../platform/table/expression.ts';
import { readItems, splitIntoPieces } from '../../platform/table/table.ts';
import {
  type ClassChanges,
  type ClassOfTerm,
  type ClassPart,
  ClassRecordsVersionEntity,
  isSettled,
  movesOf,
  type PartMoves,
  type SummarizedKind,
} from './class-records-version.ts';

/** What is kept of a class and term, compressed. */
interface ClassSummaryItem extends ClassOfTerm {
  of: SummarizedKind;
  format: number;
  /** The version of the class's changes at which it was read. */
  version: number;
  /** UTC time when all of it was made of the records. */
  madeAt: string;
  /** A `Packed` as compressed JSON. */
  content: Uint8Array;
}

interface Packed {
  /** The move that each part has that ever moved. A part that is not here, and has moved, is not kept. */
  moves: [part: ClassPart, move: number][];
  content: unknown;
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

/** Parts of a class that are to be read again, beside what is kept of the others. */
export interface StaleParts<Content> {
  ofClass: ClassOfTerm;
  parts: readonly ClassPart[];
  others: Content;
}

interface Kind<Content> {
  of: SummarizedKind;
  /** Another number for another shape of content: what has an earlier one is made again. */
  format: number;
  /** Content from the records, of all parts. It may read indexes. */
  make: (of: ClassOfTerm) => Promise<Content>;
  /** Contents in which stale parts are read again, of several classes together. */
  makeParts: (stale: readonly StaleParts<Content>[]) => Promise<Content[]>;
  countParts: (content: Content) => number;
  without: (content: Content, parts: ReadonlySet<ClassPart>) => Content;
  /** As JSON takes it: equal records give equal text. */
  pack: (content: Content) => unknown;
  unpack: (packed: never, of: ClassOfTerm) => Content;
}

/** What is stored of a class, and when reading it began, in epoch milliseconds. */
interface Found {
  changes: ClassChanges | undefined;
  kept: ClassSummaryItem | undefined;
  readAt: number;
}

interface State<Content> {
  ofClass: ClassOfTerm;
  version: number;
  moves: PartMoves;
  /** Parts that changed so lately that an index may not have it. */
  unsettled: ReadonlySet<ClassPart>;
  stored: ClassSummaryItem | undefined;
  /** What is kept, without its stale parts. */
  kept: Content | undefined;
  /** Parts that are not in it. */
  stale: readonly ClassPart[];
  /** Whether it was compared with the records within a day. */
  isFresh: boolean;
}

/** What became of a summary when it was compared with the records. */
export type SummaryComparison = 'equal' | 'wrong' | 'not kept';

/**
 * A summary of a class's records in a term, by parts: of each part what is kept counts until a record of it changes.
 * Acts that write records move their part in `ClassRecordsVersionEntity` (`makesRecordsStale`). Who reads next reads
 * that part again, and keeps it once its changes are two minutes old, as indexes may lag (ADR 0040). Once a day the
 * first reader of a class compares all of it with the records. What reads it may write its partition,
 * `class-summary#*`.
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
    return this.#contentsOf(await this.#find(classes));
  }

  /**
   * The content of a class. No request where it is kept.
   * @param found what is stored under `keys`, strongly consistent
   */
  async readFound(one: ClassOfTerm, found: Found): Promise<Content> {
    const [content] = await this.#contentsOf([this.#stateOf(one, found)]);
    return content as Content;
  }

  /** Compares what is kept with the records, and corrects it. Parts that change just then are left out. */
  async compare(classes: readonly ClassOfTerm[]): Promise<SummaryComparison[]> {
    return inParallel(await this.#find(classes), {
      atOnce: madeAtOnce,
      does: async (state) => (await this.#makeWhole(state)).comparison,
    });
  }

  async #contentsOf(states: readonly State<Content>[]): Promise<Content[]> {
    const inParts = states.filter((state) => state.stale.length > 0 && !this.#isMadeWhole(state));
    const [whole, parts] = await Promise.all([
      inParallel(
        states.filter((state) => this.#isMadeWhole(state)),
        { atOnce: madeAtOnce, does: async (state) => [state, (await this.#makeWhole(state)).content] as const },
      ),
      this.#makeParts(inParts),
    ]);
    const made = new Map([...whole, ...parts]);
    return states.map((state) => (made.get(state) ?? state.kept) as Content);
  }

  /** A class of which more is stale than not is one query, which is less than one for each part. */
  #isMadeWhole({ kept, stale, isFresh }: State<Content>): boolean {
    if (kept === undefined || !isFresh) return true;
    return stale.length > 0 && stale.length > this.#kind.countParts(kept);
  }

  async #makeParts(states: readonly State<Content>[]): Promise<(readonly [State<Content>, Content])[]> {
    const contents = await this.#kind.makeParts(
      states.map(({ ofClass, stale, kept }) => ({ ofClass, parts: stale, others: kept as Content })),
    );
    const made = states.map((state, index) => [state, contents[index] as Content] as const);
    await inParallel(
      made.filter(([state]) => hasSettled(state)),
      { atOnce: madeAtOnce, does: ([state, content]) => this.#keep(state, content, state.stored?.madeAt) },
    );
    return made;
  }

  /** Makes it from the records, and keeps the parts of which no change is under way. */
  async #makeWhole(state: State<Content>): Promise<{ content: Content; comparison: SummaryComparison }> {
    const { ofClass, version, stale, kept, isFresh } = state;
    const { make, pack, without, of } = this.#kind;
    const content = await make(ofClass);
    const textOf = (one: Content) => JSON.stringify(pack(one));
    const isWrong = kept !== undefined && textOf(kept) !== textOf(without(content, new Set(stale)));
    if (isWrong) {
      const changes = await ClassRecordsVersionEntity.get({ ...ofClass, of });
      if ((changes?.version ?? 0) !== version) return { content, comparison: 'not kept' };
      logger.error('class summary was wrong', { of, ...ofClass });
    }
    if (kept === undefined || !isFresh || isWrong || hasSettled(state)) await this.#keep(state, content);
    return { content, comparison: isWrong ? 'wrong' : kept === undefined ? 'not kept' : 'equal' };
  }

  async #find(classes: readonly ClassOfTerm[]): Promise<State<Content>[]> {
    const readAt = Date.now();
    const nameOf = ({ year, term, classId }: ClassOfTerm) => `${year}#${term}#${classId}`;
    const found = await Promise.all(
      splitIntoPieces(classes, classesAtOnce).map((some) => {
        const keys = some.map((one) => this.keys(one));
        return readItems({ changes: keys.map(({ changes }) => changes), kept: keys.map(({ kept }) => kept) });
      }),
    );
    const changes = new Map(found.flatMap((some) => some.changes).map((one) => [nameOf(one), one]));
    const kept = new Map(found.flatMap((some) => some.kept).map((one) => [nameOf(one), one]));
    return classes.map((one) =>
      this.#stateOf(one, { changes: changes.get(nameOf(one)), kept: kept.get(nameOf(one)), readAt }),
    );
  }

  #stateOf(ofClass: ClassOfTerm, { changes, kept: stored, readAt }: Found): State<Content> {
    const version = changes?.version ?? 0;
    const moves = movesOf(changes);
    const isOpen = (part: ClassPart) => !isSettled({ ...ofClass, of: this.#kind.of, part }, moves.get(part), readAt);
    const unsettled = new Set([...moves.keys()].filter(isOpen));
    const isFresh = stored !== undefined && readAt - Date.parse(stored.madeAt) < longestKept;
    const state = { ofClass, version, moves, unsettled, stored, isFresh };
    const packed = stored && this.#packedOf(stored);
    if (!packed) return { ...state, kept: undefined, stale: [] };
    const keptMoves = new Map(packed.moves);
    const stale = [...moves].flatMap(([part, move]) =>
      unsettled.has(part) || keptMoves.get(part) !== move ? [part] : [],
    );
    // Of a version that the class never had.
    const isStrange =
      stored.version > version ||
      (stored.version < version && stale.length === 0) ||
      packed.moves.some(([part]) => !moves.has(part));
    if (isStrange) return { ...state, kept: undefined, stale: [] };
    const content = this.#kind.unpack(packed.content as never, ofClass);
    return { ...state, stale, kept: stale.length === 0 ? content : this.#kind.without(content, new Set(stale)) };
  }

  /** Undefined for another format, and where it is damaged, which its checksum shows. */
  #packedOf({ format, content }: ClassSummaryItem): Packed | undefined {
    if (format !== this.#kind.format) return undefined;
    try {
      return JSON.parse(inflateSync(content).toString()) as Packed;
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps the settled parts unless a later version was kept meanwhile. One that was already there and is not used is of
   * no version that the class ever had, and is replaced. It is only faster with it: an error is logged.
   */
  async #keep(
    { ofClass: { year, term, classId }, version, moves, unsettled, stored }: State<Content>,
    content: Content,
    madeAt = new Date().toISOString(),
  ) {
    const { of, format, pack, without } = this.#kind;
    const packed: Packed = {
      moves: [...moves].filter(([part]) => !unsettled.has(part)),
      content: pack(without(content, unsettled)),
    };
    const bytes = deflateSync(JSON.stringify(packed));
    try {
      if (bytes.length > largestKept) throw new Error(`${bytes.length} bytes are too many to be kept`);
      await executeActionIf(
        KeptSummaryEntity.put({ of, year, term, classId, format, version, madeAt, content: bytes }, [
          { version: null },
          { version: atMost(version) },
          ...(stored === undefined ? [] : [{ version: stored.version }]),
        ]),
      );
    } catch (error) {
      logger.warn('class summary not kept', { of, error });
    }
  }
}

/** Whether a part that was stale can be kept again. */
const hasSettled = ({ stale, unsettled }: Pick<State<unknown>, 'stale' | 'unsettled'>): boolean =>
  stale.some((part) => !unsettled.has(part));
