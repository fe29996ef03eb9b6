function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
import { err, ok, ResultAsync } from 'neverthrow';
import type { ErrorOf } from '../kernel/errors.ts';
import type { Ports, Store } from '../ports.ts';
import type { Plan } from './plan.ts';
import type { Subscription } from './subscription.ts';
type GrantPorts = Pick<Ports, 'store' | 'clock'>;

/**
 * Gives an account a plan without a provider; FREE takes it back. For operators, so no surface offers it. What the account pays for at
 * the provider goes on beside it, and the better plan counts.
 */
export const grantPlan = stryMutAct_9fa48("105") ? () => undefined : (stryCov_9fa48("105"), (() => {
  const grantPlan = ({
    store,
    clock
  }: GrantPorts, email: string, plan: Plan) => store.atomic<Subscription, ErrorOf<'not-found'>>(stryMutAct_9fa48("106") ? () => undefined : (stryCov_9fa48("106"), store => new ResultAsync(grant(stryMutAct_9fa48("107") ? {} : (stryCov_9fa48("107"), {
    store,
    clock
  }), email, plan))));
  return grantPlan;
})());
async function grant({
  store,
  clock
}: GrantPorts, email: string, plan: Plan) {
  if (stryMutAct_9fa48("108")) {
    {}
  } else {
    stryCov_9fa48("108");
    const account = await store.users.findByEmail(email);
    if (stryMutAct_9fa48("111") ? account !== undefined : stryMutAct_9fa48("110") ? false : stryMutAct_9fa48("109") ? true : (stryCov_9fa48("109", "110", "111"), account === undefined)) return err(stryMutAct_9fa48("112") ? {} : (stryCov_9fa48("112"), {
      type: 'not-found' as const,
      what: 'User' as const
    }));
    const id = stryMutAct_9fa48("113") ? `` : (stryCov_9fa48("113"), `granted-${account.id}`);
    const before = await findGranted(store, id, account.id);
    const now = clock.now();
    const granted: Subscription = stryMutAct_9fa48("114") ? {} : (stryCov_9fa48("114"), {
      id,
      customer: null,
      owner: account.id,
      plan,
      status: (stryMutAct_9fa48("117") ? plan !== 'FREE' : stryMutAct_9fa48("116") ? false : stryMutAct_9fa48("115") ? true : (stryCov_9fa48("115", "116", "117"), plan === (stryMutAct_9fa48("118") ? "" : (stryCov_9fa48("118"), 'FREE')))) ? stryMutAct_9fa48("119") ? "" : (stryCov_9fa48("119"), 'CANCELED') : stryMutAct_9fa48("120") ? "" : (stryCov_9fa48("120"), 'ACTIVE'),
      currentPeriodStart: now,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: stryMutAct_9fa48("121") ? true : (stryCov_9fa48("121"), false),
      // Another plan is no new month.
      anchorDay: (stryMutAct_9fa48("124") ? before?.status !== 'ACTIVE' : stryMutAct_9fa48("123") ? false : stryMutAct_9fa48("122") ? true : (stryCov_9fa48("122", "123", "124"), (stryMutAct_9fa48("125") ? before.status : (stryCov_9fa48("125"), before?.status)) === (stryMutAct_9fa48("126") ? "" : (stryCov_9fa48("126"), 'ACTIVE')))) ? before.anchorDay : new Date(now).getUTCDate(),
      // Later than the one before, whatever the clock says.
      asOf: stryMutAct_9fa48("127") ? {} : (stryCov_9fa48("127"), {
        at: stryMutAct_9fa48("128") ? Math.min(now, (before?.asOf.at ?? 0) + 1) : (stryCov_9fa48("128"), Math.max(now, stryMutAct_9fa48("129") ? (before?.asOf.at ?? 0) - 1 : (stryCov_9fa48("129"), (stryMutAct_9fa48("130") ? before?.asOf.at && 0 : (stryCov_9fa48("130"), (stryMutAct_9fa48("131") ? before.asOf.at : (stryCov_9fa48("131"), before?.asOf.at)) ?? 0)) + 1))),
        rank: 0,
        eventId: stryMutAct_9fa48("132") ? "Stryker was here!" : (stryCov_9fa48("132"), '')
      })
    });
    await store.subscriptions.apply(granted);
    return ok(granted);
  }
}
async function findGranted({
  users,
  subscriptions
}: Store, id: string, owner: Parameters<Store['users']['lock']>[0]) {
  if (stryMutAct_9fa48("133")) {
    {}
  } else {
    stryCov_9fa48("133");
    await users.lock(owner);
    return (await subscriptions.list(owner)).find(stryMutAct_9fa48("134") ? () => undefined : (stryCov_9fa48("134"), subscription => stryMutAct_9fa48("137") ? subscription.id !== id : stryMutAct_9fa48("136") ? false : stryMutAct_9fa48("135") ? true : (stryCov_9fa48("135", "136", "137"), subscription.id === id)));
  }
}