import * as z from 'zod/mini';
import { type CodeChoice, foldCode } from './codes.ts';

/** The default lists, where the school file has none. */
const usual = {
  /** Religion. The stored code stays; its name may change. */
  religion_code: [
    ['AN', 'Anglican'],
    ['BA', 'Baptist'],
    ['HI', 'Hindu'],
    ['JW', 'Jehovah’s Witness'],
    ['ME', 'Methodist'],
    ['MU', 'Muslim'],
    ['OR', 'Orisha'],
    ['PE', 'Pentecostal'],
    ['PR', 'Presbyterian'],
    ['RC', 'Roman Catholic'],
    ['SDA', 'Seventh-day Adventist'],
    ['SB', 'Spiritual Baptist'],
    ['OT', 'Other'],
    ['NO', 'None'],
  ],
  /** Ethnic group. */
  ethnic_group_code: [
    ['AF', 'African'],
    ['CH', 'Chinese'],
    ['EU', 'European'],
    ['HI', 'Hispanic'],
    ['IN', 'Indian'],
    ['AM', 'Indigenous'],
    ['LV', 'Syrian or Lebanese'],
    ['MX', 'Mixed'],
    ['OT', 'Other'],
  ],
  /** Sex. */
  sex: [
    ['F', 'Female'],
    ['M', 'Male'],
  ],
  /** Parents' marital status. */
  marital_status: ['Single', 'Married', 'Common-law', 'Separated', 'Divorced', 'Widowed'],
  /** With whom the student lives. */
  living_status: ['Both parents', 'Mother', 'Father', 'Grandparents', 'Guardian', 'Other relatives', 'Home or hostel'],
  /** How the student comes to school. */
  transport: ['Walking', 'Private car', 'Taxi', 'Maxi taxi', 'School bus', 'Public bus'],
  /** Meals that the school gives. */
  school_feeding: ['None', 'Breakfast', 'Lunch', 'Breakfast and lunch'],
  /** Regional corporation of the address. */
  regional_corporation: [
    'Arima Borough',
    'Chaguanas Borough',
    'Couva/Tabaquite/Talparo',
    'Diego Martin Borough',
    'Mayaro/Rio Claro',
    'Penal/Debe',
    'Point Fortin Borough',
    'Port of Spain City',
    'Princes Town',
    'San Fernando City',
    'San Juan/Laventille',
    'Sangre Grande',
    'Siparia Borough',
    'Tobago',
    'Tunapuna/Piarco',
  ],
  /** Device at home. */
  device_type: ['Laptop', 'Desktop', 'Tablet', 'Phone', 'Laptop and phone', 'None'],
  /** Blood type. */
  blood_type: ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-'],
} as const satisfies Record<string, readonly (string | readonly [string, string])[]>;

export type CodeListName = keyof typeof usual;
export type CodeLists = Readonly<Record<CodeListName, readonly CodeChoice[]>>;

const line = z.lazy(() =>
  z
    .string()
    .check(z.trim(), z.normalize('NFC'), z.minLength(1), z.maxLength(60), z.regex(/^[^\n\r\t]*$/, 'One line of text.')),
);

/** A list of the school file: names that are stored as they are, or codes with their names. */
const codeList = () =>
  z.pipe(
    z.array(z.union([line, z.strictObject({ code: line, name: line })])).check(z.minLength(1), z.maxLength(200)),
    z
      .pipe(
        z.transform((entries: (string | CodeChoice)[]): CodeChoice[] =>
          entries.map((entry) => (typeof entry === 'string' ? { code: entry, name: entry } : entry)),
        ),
        z.array(z.strictObject({ code: z.string(), name: z.string() })),
      )
      .check(z.refine(isUnambiguous, 'Two entries have the same code or name.')),
  );

/** Whether each code and each name is of one entry only. */
function isUnambiguous(codes: readonly CodeChoice[]): boolean {
  const meant = codes.flatMap(({ code, name }) => [...new Set([foldCode(code), foldCode(name)])]);
  return new Set(meant).size === meant.length;
}

const usualList = (name: CodeListName): CodeChoice[] =>
  usual[name].map((entry) =>
    typeof entry === 'string' ? { code: entry, name: entry } : { code: entry[0], name: entry[1] },
  );

/** Makes the schema of the code lists of a school file. An absent list is the default one. */
export const codeListsSchema = () =>
  z.strictObject(
    Object.fromEntries(
      (Object.keys(usual) as CodeListName[]).map((name) => [name, z._default(codeList(), () => usualList(name))]),
    ) as Record<CodeListName, z.ZodMiniDefault<ReturnType<typeof codeList>>>,
  );
