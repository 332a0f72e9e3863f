/** Where the scopes of OneRoster 1.2 are; a token carries them in full. */
export const scopePrefix = 'https://purl.imsglobal.org/spec/or/v1p2/scope/';

/** The scopes of OneRoster 1.2 that read, without their prefix. */
export const scopes = [
  'roster-core.readonly',
  'roster.readonly',
  'roster-demographics.readonly',
  'gradebook-core.readonly',
  'gradebook.readonly',
] as const;
export type Scope = (typeof scopes)[number];

/**
 * What the office lets a key read, and the scopes that stand for it. The standard has two of people and two of marks:
 * whole lists, and the same lists class by class. Neither shows what the other does not.
 */
export const scopesOfPart = {
  people: ['roster-core.readonly', 'roster.readonly'],
  demographics: ['roster-demographics.readonly'],
  marks: ['gradebook-core.readonly', 'gradebook.readonly'],
} as const satisfies Record<string, readonly Scope[]>;
export type KeyPart = keyof typeof scopesOfPart;

export const keyParts = Object.keys(scopesOfPart) as readonly KeyPart[];
