import type { Random } from '../random.ts';
import type { Sex } from '../types.ts';
import { type Community, familyNames } from './family-names.ts';
import { givenNames } from './given-names.ts';

export interface PersonName {
  firstName: string;
  middleName?: string;
  lastName: string;
}

const shares: Readonly<Record<Community, number>> = {
  african: 42,
  indian: 40,
  spanish: 6,
  french: 4,
  portuguese: 3,
  chinese: 3,
  levantine: 2,
};

/** Families mix: some children carry a name from another community than their family name's. */
const mixedShare = 0.14;

export const pickCommunity = (random: Random): Community => random.weighted(shares);

/** A family name; one in twenty is double-barrelled. */
export function pickFamilyName(random: Random, community: Community): string {
  const name = random.pick(familyNames[community]);
  if (name.includes('-') || name.includes(' ') || !random.chance(0.05)) return name;
  const second = random.pick(familyNames[pickCommunity(random)]);
  return second === name || second.includes('-') || second.includes(' ') ? name : `${name}-${second}`;
}

export function pickGivenName(
  random: Random,
  { community, sex, isGrown = false }: { community: Community; sex: Sex; isGrown?: boolean },
): string {
  const drawsOn = random.chance(mixedShare) ? pickCommunity(random) : community;
  return random.pick(givenNames({ community: drawsOn, sex, isGrown }));
}

/** One in five has no middle name, one in eight only an initial, and some have two. */
export function pickMiddleName(
  random: Random,
  { community, sex, firstName }: { community: Community; sex: Sex; firstName: string },
): string | undefined {
  const name = pickGivenName(random, { community, sex });
  if (name === firstName) return undefined;
  switch (random.weighted({ none: 20, initial: 9, initialWithDot: 4, one: 60, two: 7 })) {
    case 'none':
      return undefined;
    case 'initial':
      return name.slice(0, 1);
    case 'initialWithDot':
      return `${name.slice(0, 1)}.`;
    case 'two':
      return `${name} ${pickGivenName(random, { community, sex })}`;
    default:
      return name;
  }
}

/**
 * Names that break careless software: they are in every demo school, whatever its seed. Diacritics that a font may
 * lack, apostrophes of both kinds, prefixes, hyphens, names of one and two letters, and some that no column is wide
 * enough for.
 */
export const edgeCaseNames: readonly (PersonName & { sex: Sex; community: Community })[] = [
  { firstName: 'Renée', middleName: 'Marie', lastName: "D'Abreu", sex: 'F', community: 'portuguese' },
  { firstName: 'Zoë', lastName: "O'Brien", sex: 'F', community: 'french' },
  { firstName: 'José', middleName: 'Ángel', lastName: 'Núñez', sex: 'M', community: 'spanish' },
  { firstName: 'Noémi', middleName: 'A.', lastName: 'Béguin-L’Étang', sex: 'F', community: 'french' },
  { firstName: 'Šárka', lastName: 'Dvořáková', sex: 'F', community: 'french' },
  { firstName: 'Łukasz', middleName: 'J', lastName: 'Wiśniewski-Baptiste', sex: 'M', community: 'african' },
  { firstName: 'Ngọc Ánh', lastName: 'Nguyễn', sex: 'F', community: 'chinese' },
  { firstName: 'Jean-François', lastName: 'de la Bastide-Ramkissoon', sex: 'M', community: 'french' },
  {
    firstName: 'Oluwaseun-Temitope',
    middleName: 'Christabelle Anastasia Immaculata',
    lastName: 'Okonkwo-Featherstonehaugh',
    sex: 'F',
    community: 'african',
  },
  {
    firstName: 'Venkatanarasimharaju',
    middleName: 'Satyanarayan',
    lastName: 'Ramsundar-Teelucksingh-Maharajh',
    sex: 'M',
    community: 'indian',
  },
  {
    firstName: 'Wolfeschlegelstein',
    middleName: 'Maximilian Bartholomew',
    lastName: 'Montgomery-Cumberbatch-Braithwaite',
    sex: 'M',
    community: 'african',
  },
  { firstName: 'Jo', lastName: 'Ng', sex: 'F', community: 'chinese' },
  { firstName: 'Xi', middleName: 'L', lastName: 'O', sex: 'M', community: 'chinese' },
  { firstName: "D'Shaun", middleName: "N'Kosi", lastName: 'St. Louis', sex: 'M', community: 'african' },
  { firstName: 'Siân', lastName: 'MacGillivray-Pérez', sex: 'F', community: 'spanish' },
  { firstName: 'Ayşe Gül', lastName: 'Çelik-Mohammed', sex: 'F', community: 'levantine' },
  { firstName: "N'Golo", lastName: "Ka'ahumanu-Okeke", sex: 'M', community: 'african' },
  { firstName: 'Mary-Ann', middleName: 'K', lastName: 'van der Westhuizen', sex: 'F', community: 'african' },
  { firstName: 'Jǎn', lastName: 'Øvergård-Ramnarine', sex: 'M', community: 'indian' },
  { firstName: 'Æsha', lastName: 'Þórsdóttir-Ali', sex: 'F', community: 'indian' },
  { firstName: 'Joshua', middleName: 'Emmanuel', lastName: 'Mohammed', sex: 'M', community: 'indian' },
  { firstName: 'Joshua', middleName: 'E', lastName: 'Mohammed', sex: 'M', community: 'indian' },
];
