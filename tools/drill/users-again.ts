/**
 * Makes the users of a lost pool again, of the accounts in the table: those that the environment names. A process of
 * its own: the functions keep to the table that they began with. The slips go nowhere.
 */
const { restoreUsers } = await import('../../infra/operators/accounts/lost-users.ts');
let slips = 0;
const { made, closed } = await restoreUsers({
  file: {
    has: () => false,
    add: () => {
      slips += 1;
    },
  },
  onlyList: false,
  say: () => undefined,
});
if (slips !== made) throw new Error(`${slips} slips for ${made} users.`);
console.log(JSON.stringify({ made, closed }));
