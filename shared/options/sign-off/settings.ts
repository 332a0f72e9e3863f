import * as z from 'zod/mini';
import type { SchoolFile } from '../../school/school-file.ts';

/** What a school file may set of signatures; made when it is first read. */
export const signOffSettings = z.lazy(() =>
  z.strictObject({
    /** Posts of the school file whose holders sign as the principal; without it those with the rank Principal. */
    principalPosts: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(10))),
  }),
);

type OfSchool = Pick<SchoolFile, 'posts' | 'optionSettings'>;

/** The posts of a school whose holders sign as the principal. */
export function principalPostsOf({ posts, optionSettings }: OfSchool): number[] {
  const { principalPosts } = signOffSettings.parse(optionSettings['sign-off'] ?? {});
  return principalPosts ?? posts.filter(({ rank }) => rank.toLowerCase() === 'principal').map(({ id }) => id);
}

/** Sentences for the author of the school file. */
const lacks = {
  noPrincipalPost:
    'The option "sign-off" needs a post of the principal: one with the rank Principal in posts, or its number in optionSettings.sign-off.principalPosts.',
  noSuchPost: (ids: readonly number[]) =>
    `The option "sign-off" names a post that is not in posts: ${ids.join(', ')}, in optionSettings.sign-off.principalPosts.`,
};

/** What a school lacks whose reports are to be signed; null where nothing is missing. */
export function findLackOfPrincipal(school: OfSchool): string | null {
  const set = signOffSettings.safeParse(school.optionSettings['sign-off'] ?? {});
  // What is wrong with the settings is named with their place.
  if (!set.success) return null;
  const wanted = principalPostsOf(school);
  const unknown = wanted.filter((id) => !school.posts.some((post) => post.id === id));
  if (unknown.length > 0) return lacks.noSuchPost(unknown);
  return wanted.length === 0 ? lacks.noPrincipalPost : null;
}
