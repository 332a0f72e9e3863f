import type { SchoolFile } from '#shared/school/school-file.ts';
import { addDays, demoPeriod } from '../calendar.ts';
import { edgeCaseNames, pickCommunity, pickFamilyName, pickGivenName, pickMiddleName } from '../names/people-names.ts';
import type { Random } from '../random.ts';
import type { StreamName } from '../staff/curriculum.ts';
import type { Sex } from '../types.ts';
import { pickAbilityProfile } from './ability-profile.ts';
import { chooseCape, chooseCsec, streamOfClass } from './choose-subjects.ts';
import type { DemoPlacement, Pupil } from './pupil.ts';

type Classes = SchoolFile['formClasses'];

const sizes = { current: 1000, archived: 60 } as const;

/** Everyone who is at the school in a year, and who has left it in the years before. */
export function buildCohort(random: Random, { school, year }: { school: SchoolFile; year: number }): Pupil[] {
  const classes = school.formClasses;
  const sizeOf = classSizes(random.fork('sizes'), classes.length);
  const drafts = [
    ...classes.flatMap((place, index) =>
      Array.from({ length: sizeOf[index] ?? 0 }, (_, seat) => {
        const source = random.fork(`${place.id}/${seat}`);
        return draft(source, { classes, place: { classId: place.id, formLevel: place.form_level }, year });
      }),
    ),
    ...Array.from({ length: sizes.archived }, (_, index) =>
      leaver(random.fork(`left/${index}`), { classes, index, year }),
    ),
  ];
  const particular = giveParticularNames(random.fork('particular'), drafts);
  joinSiblings(
    random.fork('siblings'),
    drafts.filter((entry) => !particular.has(entry)),
  );
  return number(random.fork('numbers'), drafts);
}

/** 30 to 36 a class, and the right number in all. */
function classSizes(random: Random, classes: number): number[] {
  const even = Array.from(
    { length: classes },
    (_, index) => Math.floor(((index + 1) * sizes.current) / classes) - Math.floor((index * sizes.current) / classes),
  );
  for (let move = 0; move < classes; move += 1) {
    const from = random.int(0, classes - 1);
    const to = random.int(0, classes - 1);
    if ((even[from] ?? 0) <= 31 || (even[to] ?? 0) >= 36) continue;
    even[from] = (even[from] ?? 0) - 1;
    even[to] = (even[to] ?? 0) + 1;
  }
  return even;
}

type Draft = Omit<Pupil, 'studentId' | 'family'> & { family?: number };

function draft(
  random: Random,
  { classes, place, year }: { classes: Classes; place: DemoPlacement; year: number },
): Draft {
  const { formLevel } = place;
  const sex: Sex = random.chance(formLevel > 5 ? 0.6 : 0.5) ? 'F' : 'M';
  const community = pickCommunity(random);
  const firstName = pickGivenName(random, { community, sex });
  const middleName = pickMiddleName(random, { community, sex, firstName });
  const position = positionInLevel(classes, place.classId);
  const isRepeater = formLevel < 6 && random.chance(0.02);
  const fromElsewhere = formLevel > 1 && random.chance(formLevel > 5 ? 0.12 : 0.02);
  const bent = pickAbilityProfile(
    random,
    formLevel > 5 ? 'sixth form' : formLevel > 3 ? streamOfClass(position) : 'mixed',
  );
  const cape =
    formLevel > 5 ? chooseCape(random, { level: formLevel as 6 | 7, position, ability: bent.ability }) : undefined;
  const stream = cape?.from ?? streamOfClass(position);
  // Students who come to the sixth form from another school come to lower sixth.
  const entryLevel = fromElsewhere ? Math.min(formLevel, 6) : 1;
  const yearsHere = formLevel - entryLevel + (isRepeater ? 1 : 0);
  const before = isRepeater ? place : placeBefore(random, { classes, place, stream });
  return {
    name: { firstName, ...(middleName ? { middleName } : {}), lastName: pickFamilyName(random, community) },
    sex,
    community,
    status: 'current',
    place,
    ...(before && yearsHere > 0 ? { placeBefore: before } : {}),
    entryYear: year - yearsHere,
    entryLevel,
    isRepeater,
    csec: formLevel > 3 ? chooseCsec(random, stream) : [],
    cape: cape?.units ?? [],
    bent,
  };
}

/** A student of the past: most left after form 5 or upper sixth, some moved away in between. */
function leaver(random: Random, { classes, index, year }: { classes: Classes; index: number; year: number }): Draft {
  const yearsAgo = index < 24 ? 1 : random.int(2, 5);
  const leftYear = year - yearsAgo;
  const isAtTheEnd = random.chance(0.9);
  const level = isAtTheEnd ? random.pick([5, 5, 5, 7, 7]) : random.int(1, 6);
  const place = random.pick(classes.filter((entry) => entry.form_level === level));
  const student = draft(random, { classes, place: { classId: place.id, formLevel: level }, year: leftYear });
  const lastTerm = demoPeriod({ year: leftYear, term: 3 });
  const { placeBefore: _, ...rest } = student;
  return {
    ...rest,
    status: 'archived',
    ...(yearsAgo === 1 && isAtTheEnd ? { placeBefore: student.place } : {}),
    dateOfLeaving: isAtTheEnd ? lastTerm.dateEnd : addDays(lastTerm.dateStart, -random.int(1, 200)),
  };
}

const positionInLevel = (classes: Classes, classId: string): number => {
  const level = classes.find((entry) => entry.id === classId)?.form_level;
  return classes.filter((entry) => entry.form_level === level).findIndex((entry) => entry.id === classId);
};

/**
 * The class a student was in a year ago: one that promotes into this one, or for lower sixth a form 5 of the right
 * stream.
 */
function placeBefore(
  random: Random,
  { classes, place, stream }: { classes: Classes; place: DemoPlacement; stream: StreamName },
): DemoPlacement | undefined {
  const candidates =
    place.formLevel === 6
      ? classes.filter(
          (entry) => entry.form_level === 5 && streamOfClass(positionInLevel(classes, entry.id)) === stream,
        )
      : classes.filter((entry) => entry.next_class_id === place.classId);
  if (candidates.length === 0) return undefined;
  const { id, form_level } = random.pick(candidates);
  return { classId: id, formLevel: form_level };
}

/** Puts the names of `edgeCaseNames` over current students of the same sex. */
function giveParticularNames(random: Random, drafts: readonly Draft[]): ReadonlySet<Draft> {
  const taken = new Set<Draft>();
  for (const { sex, community, ...name } of edgeCaseNames) {
    const chosen = random.pick(
      drafts.filter((entry) => entry.sex === sex && entry.status === 'current' && !taken.has(entry)),
    );
    taken.add(chosen);
    chosen.name = name;
    chosen.community = community;
  }
  return taken;
}

/** Makes brothers and sisters of students in different forms: one family name, one family. */
function joinSiblings(random: Random, drafts: readonly Draft[]): void {
  const families = 80;
  const candidates = random.shuffle(drafts);
  for (let family = 0; family < families; family += 1) {
    const first = candidates[family];
    const second = candidates.find(
      (entry, index) =>
        index >= families &&
        entry.family === undefined &&
        entry.community === first?.community &&
        entry.place.formLevel !== first.place.formLevel,
    );
    if (!first || !second) continue;
    first.family = family;
    second.family = family;
    second.name = { ...second.name, lastName: first.name.lastName };
  }
}

/** Admission numbers in the order of entry, five digits with leading zeros; some numbers were never used. */
function number(random: Random, drafts: readonly Draft[]): Pupil[] {
  let next = 381;
  return random
    .shuffle(drafts)
    .sort((a, b) => a.entryYear - b.entryYear)
    .map((entry) => {
      next += random.chance(0.1) ? random.int(2, 4) : 1;
      return { studentId: String(next).padStart(5, '0'), ...entry, family: entry.family ?? 1000 + next };
    });
}
