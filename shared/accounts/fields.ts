import * as z from 'zod/mini';
import { menuKeys } from '../http/contract.ts';
import { day } from '../http/fields.ts';
import { requestWordings } from '../http/wordings.ts';
import { allPermissions, permissionKey } from './auth/permissions.ts';

/** A first or last name, in any script. */
const personName = (limit: number) =>
  z.string().check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, 'Required.'),
    z.maxLength(limit, requestWordings.characters(limit)),
    // No pattern: OpenAPI's have no Unicode classes.
    z.refine((name) => !/\p{Cc}/u.test(name), 'A name is one line of text.'),
  );

/** What the office writes of a teacher (product §2, §5). */
export const teacherFields = {
  teacher_num: z.lazy(() => z.int().check(z.gte(1, 'From 1.'), z.lte(99_999, 'At most 99999.'))),
  first_name: z.lazy(() => personName(120)),
  last_name: z.lazy(() => personName(120)),
  date_of_birth: z.lazy(() =>
    day.check(
      z.refine((date) => date <= new Date().toISOString().slice(0, 10), 'Date of birth cannot be in the future.'),
    ),
  ),
  /** Code of a post in the school file. */
  post_id: z.lazy(() => z.nullable(z.int().check(z.gte(0), z.lte(9999)))),
};

/** "First Last", of an administrator. */
export const fullName = z.lazy(() => personName(200));

/** A user name that is chosen by hand. The rule gives letters and digits alone. */
export const chosenUserName = z.lazy(() =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, 'Up to 40 small letters a to z, digits, dots and dashes.'),
    ),
);

/** A line of a permission list. */
export const permissionEntry = () => z.strictObject({ menu: z.literal(menuKeys), action: z.nullable(z.string()) });

const knownEntry = z.lazy(() =>
  permissionEntry().check(
    z.refine((entry) => allPermissions().some((one) => permissionKey(one) === permissionKey(entry)), {
      error: 'There is no such permission.',
    }),
  ),
);

/** A permission list as it is saved: an action only with the menu entry that it belongs to. */
export const permissionList = () =>
  z.array(knownEntry).check(
    z.maxLength(50),
    z.refine(
      (entries) => entries.every(({ menu }) => entries.some((one) => one.menu === menu && one.action === null)),
      { error: 'What may be done in a menu needs the menu itself.' },
    ),
  );
