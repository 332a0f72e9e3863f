import type { Contract } from './http/contract.ts';
import type { SchoolFile } from './school/school-file.ts';

/** What an option adds to the school's calls, addresses and records: data alone, which the infrastructure reads too (docs/options.md). */
export interface Option {
  /** The name in the school file and of its folder in each tree. */
  name: string;
  /** Names of the options that it cannot do without. */
  needs: readonly string[];
  /** What it lacks in a school file, as a sentence; null where nothing is missing. */
  findLack(school: SchoolFile): string | null;
  /** Its contracts by the name of the function that answers each. */
  contracts: Readonly<Record<string, Contract>>;
  /** The source of each of these functions, below `functions/`. */
  folders: Readonly<Record<string, string>>;
  /** Addresses that the site's router gives to its pages, as `siteRoutes` has them. */
  pages: readonly string[];
  /** Partitions of its records in the table, as IAM policies write them. They stay, and their rights too, where the option is off. */
  partitions: readonly string[];
}

/** An option with its own types, which the types of the whole product are made of. */
export const option = <const T extends Option>(one: T): T => one;
