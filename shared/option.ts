import type * as z from 'zod/mini';
import type { Contract, FileFolder, OwnPartitions } from './http/contract.ts';
import type { LightPage } from './http/site-routes.ts';
import type { JobDefinition, JobStep } from './jobs.ts';
import type { SchoolFile } from './school/school-file.ts';

/**
 * What an option adds to the school's calls, addresses and records: data alone, which the infrastructure reads too
 * (docs/options.md).
 */
export interface Option {
  /** The name in the school file and of its folder in each tree. */
  name: string;
  /** Names of the options that it cannot do without. */
  needs: readonly string[];
  /** What it lacks in a school file, as a sentence; null where nothing is missing. */
  findLack(school: SchoolFile): string | null;
  /** Of its part of `optionSettings` in a school file; null where there is nothing to set. */
  settings: z.ZodMiniType | null;
  /**
   * How it sends mail; null where it sends none. `setting` names the part of its settings with the sender, which says
   * nothing where no mail is sent; `failed` is the step of the worker of `domain` that takes what came back.
   */
  mail: { setting: string; domain: string; failed: JobStep } | null;
  /**
   * What a schedule starts each night in the hour after `hour`, UTC, where `setting` is true in its settings; absent
   * where it has none.
   */
  nightly?: { setting: string; domain: string; hour: string; description: string; step: JobStep };
  /** Names the part of its settings with the number of the key in KMS that signs for it; absent where it has none. */
  keyInKms?: string;
  /** Its contracts by the name of the function that answers each. */
  contracts: Readonly<Record<string, Contract>>;
  /**
   * Calls of programs by a standard that is not ours, by the name of the function that answers each: what gateway,
   * roles and throttles have to know of them. What they take and answer, and who may, is the standard's; the rows have
   * no place among the school's own calls.
   */
  programs?: Readonly<Record<string, Contract>>;
  /** The source of each of these functions, below `functions/`. */
  folders: Readonly<Record<string, string>>;
  /** Its durable jobs by their names. */
  jobs: Readonly<Record<string, JobDefinition>>;
  /** Addresses that the site's router gives to its pages, as `siteRoutes` has them. */
  pages: readonly string[];
  /**
   * Its pages that are built by themselves. An address of one that is off answers with the staff's page, which says so.
   */
  lightPages: readonly LightPage[];
  /** Folders of files that are its own, and after how many days a file there is deleted, whether it is on or off. */
  keptDays: Partial<Readonly<Record<FileFolder, number>>>;
  /**
   * Partitions of its records in the table, those that only the indexes have of them, and those of the table that one
   * statement reads together (ADR 0040), as IAM policies write them. They stay, and their rights too, where the option
   * is off.
   */
  partitions: { table: readonly string[]; indexes: readonly string[]; together: readonly string[] };
  /**
   * What rows of the core reach of its own partitions while it is on, because its parts run in them: by function and
   * call, and by job.
   */
  own: {
    calls: Readonly<Record<string, Readonly<Record<string, OwnPartitions>>>>;
    jobs: Readonly<Record<string, OwnPartitions>>;
  };
}

/** An option with its own types, which the types of the whole product are made of. */
export const option = <const T extends Option>(one: T): T => one;
