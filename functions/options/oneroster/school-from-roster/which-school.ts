import { foldName } from '#shared/options/move-in/kinds.ts';
import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import { school } from '../../../school/records/school.ts';
import type { Roster } from '../reading/read-roster.ts';

/** Whose file it is. */
export interface SchoolOfFile {
  /** The id that the file gives this school; null where it names no school. */
  org: string | null;
  /** The name of another school, where it is not this one's. */
  otherSchool?: string;
  /** Whether something of these orgs is this school's. Of none: yes. */
  isOurs: (orgs: readonly string[]) => boolean;
  notes: readonly string[];
}

/**
 * Finds this school among the orgs of a file: by an id that is remembered or its own, its identifier, or its name.
 * @throws {ValidationError} on `file` where it has several schools and none is this one
 */
export function findSchool(roster: Roster, ownId: string): SchoolOfFile {
  const schools = roster.tables.orgs.filter(({ isDeleted, cells }) => !isDeleted && isSchool(cells.type));
  const { id, name } = school();
  if (schools.length === 0) {
    const notes = roster.modes.orgs === 'absent' ? [] : [wordings.noSchool];
    return { org: null, isOurs: () => true, notes };
  }
  const ours =
    schools.find(({ sourcedId }) => sourcedId === ownId) ??
    schools.find(({ cells }) => foldName(cells.identifier ?? '') === foldName(id)) ??
    schools.find(({ cells }) => foldName(cells.name ?? '') === foldName(name));
  const [first] = schools;
  const named = (cells: Readonly<Record<string, string>> | undefined) =>
    [cells?.name, cells?.identifier].filter((text) => text !== undefined).join(', ');
  if (!ours && schools.length > 1)
    throw refusedFileError(wordings.severalSchools(schools.map(({ cells }) => named(cells))));
  const org = (ours ?? first)?.sourcedId ?? null;
  const others = new Set(schools.map(({ sourcedId }) => sourcedId).filter((one) => one !== org));
  return {
    org,
    ...(ours ? {} : { otherSchool: named(first?.cells) }),
    isOurs: (orgs) => orgs.length === 0 || orgs.some((one) => !others.has(one)),
    notes: [],
  };
}

const isSchool = (type: string | undefined): boolean => type?.toLowerCase() === 'school';
