import { dropUndefined } from '../drop-undefined.ts';
import { pickCommunity, pickFamilyName, pickGivenName } from '../names/people-names.ts';
import { foldToAscii } from '../names/user-names.ts';
import type { Random } from '../random.ts';
import type { Sex } from '../types.ts';
import { occupations, religions, streets, towns } from './places.ts';
import type { Pupil } from './pupil.ts';

type Who = 'father' | 'mother' | 'guardian';

/** A parent or guardian, with the fields of product §3 "family". */
type Relative = Partial<
  Record<
    | 'name'
    | 'home_address'
    | 'occupation'
    | 'business_place'
    | 'business_address'
    | 'business_phone'
    | 'email'
    | 'mobile_phone'
    | 'marital_status'
    | 'id_card',
    string
  >
>;

/** Data that brothers and sisters share. */
export interface Household {
  address: string;
  town: string;
  corporation: string;
  phoneHome: string | undefined;
  religion: string;
  livesWith: 'Both parents' | 'Mother' | 'Father' | 'Grandparents' | 'Guardian';
  children: number;
  relatives: Partial<Record<Who, Relative>>;
}

/** Numbers of the range that is kept free for fiction, as people write them. */
export function makePhoneNumber(random: Random): string {
  const number = `0${random.digits(3)}`;
  return random.weighted({ [`868-555-${number}`]: 80, [`(868) 555-${number}`]: 12, [`555-${number}`]: 8 });
}

export function buildHousehold(random: Random, pupil: Pupil): Household {
  const share = Object.fromEntries(towns.map(({ town, share }) => [town, share]));
  const town = random.weighted(share);
  const lot = random.weighted({ '#': 30, 'LP ': 25, 'Lot ': 15, '': 30 });
  const number = lot === 'LP ' ? `${random.int(1, 80)}/${random.int(1, 30)}` : `${random.int(1, 190)}`;
  const address = `${lot}${number} ${random.pick(streets)}`;
  const livesWith = random.weighted({ 'Both parents': 58, Mother: 27, Father: 4, Grandparents: 7, Guardian: 4 });
  const relative = (who: Who) =>
    buildRelative(random.fork(who), { who, pupil, address: `${address}, ${town}`, livesWith });
  const hasGuardian = livesWith === 'Grandparents' || livesWith === 'Guardian';
  return {
    address,
    town,
    corporation: towns.find((entry) => entry.town === town)?.corporation ?? '',
    phoneHome: random.chance(0.4) ? makePhoneNumber(random) : undefined,
    religion: religionOf(random, pupil),
    livesWith,
    children: Number(random.weighted({ 1: 18, 2: 34, 3: 26, 4: 13, 5: 6, 7: 3 })),
    relatives: {
      ...(random.chance(livesWith === 'Mother' ? 0.55 : 0.9) ? { father: relative('father') } : {}),
      ...(random.chance(livesWith === 'Father' ? 0.6 : 0.96) ? { mother: relative('mother') } : {}),
      ...(hasGuardian ? { guardian: relative('guardian') } : {}),
    },
  };
}

/** Names tell something about religion, not everything. */
function religionOf(random: Random, pupil: Pupil): string {
  if (/^(Ali|Baksh|Hosein|Hussain|Khan|Mohammed)/.test(pupil.name.lastName) && random.chance(0.85)) return 'MU';
  const { HI, MU, ...christian } = religions;
  return pupil.community === 'indian' && random.chance(0.72)
    ? random.weighted({ HI: 78, PR: 12, PE: 10 })
    : random.weighted({ ...christian, HI: 2, MU: 1 });
}

function buildRelative(
  random: Random,
  { who, pupil, address, livesWith }: { who: Who; pupil: Pupil; address: string; livesWith: Household['livesWith'] },
): Relative {
  const sex: Sex = who === 'father' ? 'M' : who === 'mother' || random.chance(0.7) ? 'F' : 'M';
  const { community } = pupil;
  const hasChildsName = who === 'father' ? 0.95 : livesWith === 'Both parents' ? 0.8 : 0.5;
  const lastName = random.chance(hasChildsName) ? pupil.name.lastName : pickFamilyName(random, pickCommunity(random));
  const firstName = pickGivenName(random, { community, sex, isGrown: true });
  const work = random.pick(occupations.filter(({ title }) => title !== 'Housewife' || sex === 'F'));
  const place = work.places && random.chance(0.8) ? random.pick(work.places) : undefined;
  const isAtHome = livesWith === 'Both parents' || livesWith.toLowerCase() === who || who === 'guardian';
  const known = <T>(probability: number, value: () => T): T | undefined =>
    random.chance(probability) ? value() : undefined;
  const born = random.int(1964, 1989);
  return dropUndefined({
    name: `${firstName} ${lastName}`,
    home_address: isAtHome
      ? known(0.8, () => address)
      : known(0.3, () => (random.chance(0.5) ? 'Abroad' : `${random.int(1, 90)} ${random.pick(streets)}`)),
    occupation: known(0.88, () => work.title),
    business_place: place,
    business_address: place
      ? known(0.5, () => `${random.int(1, 120)} ${random.pick(streets)}, ${random.pick(towns).town}`)
      : undefined,
    business_phone: place ? known(0.55, () => makePhoneNumber(random)) : undefined,
    email: known(0.5, () => `${foldToAscii(firstName)}.${foldToAscii(lastName)}${random.int(1, 99)}@mail.example`),
    // Some work abroad: numbers that begin with zeros.
    mobile_phone: known(0.93, () =>
      random.chance(0.03) ? `0044 7700 900${random.digits(3)}` : makePhoneNumber(random),
    ),
    marital_status: known(0.8, () =>
      livesWith === 'Both parents'
        ? random.weighted({ Married: 80, 'Common-law': 20 })
        : random.weighted({ Single: 50, Divorced: 20, Separated: 18, Widowed: 7, Married: 5 }),
    ),
    id_card: known(
      0.85,
      () =>
        `${born}${String(random.int(1, 12)).padStart(2, '0')}${String(random.int(1, 28)).padStart(2, '0')}${random.digits(3)}`,
    ),
  });
}
