import { addressOfOwnDomain } from '../../school/records/school.ts';

/**
 * The school's own address, at which its cards are checked: `https://marks.example.edu`. Null for a school that is at CloudFront's address
 * alone: a name that says nothing of the school proves nothing, and is lost with its distribution.
 */
export function cardAddress(): string | null {
  // On one machine the address is known when the gateway listens.
  return addressOfOwnDomain() ?? process.env.SITE_ADDRESS ?? null;
}
