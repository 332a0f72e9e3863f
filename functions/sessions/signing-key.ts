import { newSecret } from '../platform/identity/secrets.ts';
import { entity, isConditionFailure, itemKey, readItems } from '../platform/table/table.ts';

/** A key that signs cookies, made by the first process that needs it. */
const SigningKey = entity({
  model: { entity: 'signing-key', version: '1', service: 'formroom' },
  attributes: { name: { type: 'string', required: true }, key: { type: 'string', required: true } },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['name'], template: 'signing-key#${name}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'signing-key', casing: 'none' },
    },
  },
});

/** What is signed: a key of its own each, so that a cookie of one kind never passes for another. */
type Purpose = 'csrf' | 'device' | 'trusted device';

const known = new Map<Purpose, Promise<string>>();

/** The key for a purpose; read once a process, created by the first process that ever asks. */
export function signingKey(name: Purpose): Promise<string> {
  const key = known.get(name) ?? readOrMake(name);
  known.set(name, key);
  key.catch(() => known.delete(name));
  return key;
}

async function readOrMake(name: Purpose): Promise<string> {
  const wanted = { stored: itemKey(SigningKey, { name }) };
  const { stored } = await readItems(wanted);
  if (stored) return stored.key;
  await SigningKey.create({ name, key: newSecret() })
    .go()
    .catch((error: unknown) => {
      // Two processes may create the key at the same time; the first one's is kept.
      if (!isConditionFailure(error)) throw error;
    });
  const { stored: made } = await readItems(wanted);
  if (!made) throw new Error(`The ${name} key could not be stored`);
  return made.key;
}
