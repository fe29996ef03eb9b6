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
import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow';
import type { ErrorOf } from '../kernel/errors.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Ports, Store } from '../ports.ts';
import { monthAround } from './period.ts';
import { type Standing, standingOf } from './subscription.ts';
import { NO_AUTO_REFILL, type Usage, wantsRefill } from './usage.ts';
type StandingPorts = Pick<Ports, 'store' | 'clock' | 'policy'>;
type BillingPorts = StandingPorts & Pick<Ports, 'ids'>;

/** What the account may do now. */
export const findStanding = stryMutAct_9fa48("189") ? () => undefined : (stryCov_9fa48("189"), (() => {
  const findStanding = ({
    store,
    clock,
    policy
  }: StandingPorts, owner: UserId): ResultAsync<Standing, never> => ResultAsync.fromSafePromise(store.subscriptions.list(owner)).map(stryMutAct_9fa48("190") ? () => undefined : (stryCov_9fa48("190"), subscriptions => standingOf(subscriptions, policy.defaultPlan, clock.now())));
  return findStanding;
})());

/**
 * Counts a created link against its owner's quota, inside the transaction that creates it. When use comes to the owner's threshold a
 * pack is put on order, which somebody else pays for later: no request waits for the provider.
 */
export const spendQuota = stryMutAct_9fa48("191") ? () => undefined : (stryCov_9fa48("191"), (() => {
  const spendQuota = (ports: BillingPorts, owner: UserId | null): ResultAsync<void, ErrorOf<'plan-limit'>> => (stryMutAct_9fa48("194") ? owner !== null : stryMutAct_9fa48("193") ? false : stryMutAct_9fa48("192") ? true : (stryCov_9fa48("192", "193", "194"), owner === null)) ? okAsync() : new ResultAsync(spend(ports, owner));
  return spendQuota;
})());
async function spend(ports: BillingPorts, owner: UserId) {
  if (stryMutAct_9fa48("195")) {
    {}
  } else {
    stryCov_9fa48("195");
    const month = await meteredMonth(ports, owner);
    if (stryMutAct_9fa48("198") ? month !== undefined : stryMutAct_9fa48("197") ? false : stryMutAct_9fa48("196") ? true : (stryCov_9fa48("196", "197", "198"), month === undefined)) return ok();
    const usage = await ports.store.usageMeters.spend(owner, month.period, 1, month.allowance);
    if (stryMutAct_9fa48("201") ? usage !== 'used up' : stryMutAct_9fa48("200") ? false : stryMutAct_9fa48("199") ? true : (stryCov_9fa48("199", "200", "201"), usage === (stryMutAct_9fa48("202") ? "" : (stryCov_9fa48("202"), 'used up')))) return err(USED_UP);
    await orderRefill(ports, usage, month.allowance);
    return ok();
  }
}
const USED_UP = {
  type: 'plan-limit',
  message: 'The monthly link quota of your plan is used up'
} as const;

/** The month in which the account's links count now, and how many its plan allows in it; undefined if nothing is metered. */
export async function meteredMonth(ports: StandingPorts, owner: UserId) {
  if (stryMutAct_9fa48("203")) {
    {}
  } else {
    stryCov_9fa48("203");
    const {
      metered,
      subscription,
      entitlements
    } = (await findStanding(ports, owner))._unsafeUnwrap();
    if (stryMutAct_9fa48("206") ? !metered && subscription === null : stryMutAct_9fa48("205") ? false : stryMutAct_9fa48("204") ? true : (stryCov_9fa48("204", "205", "206"), (stryMutAct_9fa48("207") ? metered : (stryCov_9fa48("207"), !metered)) || (stryMutAct_9fa48("209") ? subscription !== null : stryMutAct_9fa48("208") ? false : (stryCov_9fa48("208", "209"), subscription === null)))) return undefined;
    const period = monthAround(subscription.anchorDay, ports.clock.now());
    return stryMutAct_9fa48("210") ? {} : (stryCov_9fa48("210"), {
      period,
      allowance: entitlements.monthlyLinkQuota
    });
  }
}

/** Puts a pack on order if so much use asks for one. The meter must be held, so that what is being paid for is seen. */
export async function orderRefill({
  store,
  clock,
  ids
}: BillingPorts, usage: Usage, allowance: number): Promise<void> {
  if (stryMutAct_9fa48("211")) {
    {}
  } else {
    stryCov_9fa48("211");
    const setting = stryMutAct_9fa48("212") ? (await store.usageMeters.autoRefill(usage.owner)) && NO_AUTO_REFILL : (stryCov_9fa48("212"), (await store.usageMeters.autoRefill(usage.owner)) ?? NO_AUTO_REFILL);
    if (stryMutAct_9fa48("215") ? false : stryMutAct_9fa48("214") ? true : stryMutAct_9fa48("213") ? wantsRefill(usage, allowance, setting) : (stryCov_9fa48("213", "214", "215"), !wantsRefill(usage, allowance, setting))) return;
    const now = clock.now();
    await store.refillOrders.open(stryMutAct_9fa48("216") ? {} : (stryCov_9fa48("216"), {
      id: ids.refillOrder(),
      owner: usage.owner,
      period: usage.period,
      links: setting.refillPackLinks,
      status: stryMutAct_9fa48("217") ? "" : (stryCov_9fa48("217"), 'OPEN'),
      amount: null,
      attempts: 0,
      nextAttemptAt: now,
      failure: null,
      createdAt: now
    }));
  }
}
const COUNTED = {
  customDomains: ['custom domain', 'custom domains'],
  maxWebhooks: ['webhook', 'webhooks'],
  maxBioPages: ['bio page', 'bio pages']
} as const;

/**
 * Adds what a plan allows so many of. One owner's additions happen one after another, so that no race passes the limit.
 * @param add inserts it
 * @param count how many there are then, in the same transaction
 */
export function addWithinPlan<T, E>(ports: StandingPorts, owner: UserId, limited: keyof typeof COUNTED, add: (store: Store) => ResultAsync<T, E>, count: (store: Store) => Promise<number>): ResultAsync<T, E | ErrorOf<'plan-limit' | 'not-logged-in'>> {
  if (stryMutAct_9fa48("218")) {
    {}
  } else {
    stryCov_9fa48("218");
    return ports.store.atomic(stryMutAct_9fa48("219") ? () => undefined : (stryCov_9fa48("219"), store => ResultAsync.fromSafePromise(store.users.lock(owner)).andThen(stryMutAct_9fa48("220") ? () => undefined : (stryCov_9fa48("220"), account => account ? ok(account) : err(stryMutAct_9fa48("221") ? {} : (stryCov_9fa48("221"), {
      type: 'not-logged-in' as const
    })))).andThen(stryMutAct_9fa48("222") ? () => undefined : (stryCov_9fa48("222"), () => add(store))).andThen(stryMutAct_9fa48("223") ? () => undefined : (stryCov_9fa48("223"), added => findStanding(stryMutAct_9fa48("224") ? {} : (stryCov_9fa48("224"), {
      ...ports,
      store
    }), owner).andThen(({
      entitlements
    }) => {
      if (stryMutAct_9fa48("225")) {
        {}
      } else {
        stryCov_9fa48("225");
        const most = entitlements[limited];
        return ResultAsync.fromSafePromise(count(store)).andThen(there => {
          if (stryMutAct_9fa48("226")) {
            {}
          } else {
            stryCov_9fa48("226");
            if (stryMutAct_9fa48("230") ? there > most : stryMutAct_9fa48("229") ? there < most : stryMutAct_9fa48("228") ? false : stryMutAct_9fa48("227") ? true : (stryCov_9fa48("227", "228", "229", "230"), there <= most)) return ok(added);
            const message = stryMutAct_9fa48("231") ? `` : (stryCov_9fa48("231"), `Your plan allows ${most} ${COUNTED[limited][(stryMutAct_9fa48("234") ? most !== 1 : stryMutAct_9fa48("233") ? false : stryMutAct_9fa48("232") ? true : (stryCov_9fa48("232", "233", "234"), most === 1)) ? 0 : 1]}`);
            return err(stryMutAct_9fa48("235") ? {} : (stryCov_9fa48("235"), {
              type: 'plan-limit' as const,
              message
            }));
          }
        });
      }
    })))));
  }
}
const INCLUDED = {
  canBulk: 'bulk operations',
  mcpAccess: 'MCP'
} as const;

/** Refuses what the account's plan does not include. */
export const requireIncluded = stryMutAct_9fa48("236") ? () => undefined : (stryCov_9fa48("236"), (() => {
  const requireIncluded = (ports: StandingPorts, owner: UserId, what: keyof typeof INCLUDED): ResultAsync<void, ErrorOf<'plan-limit'>> => findStanding(ports, owner).andThen(stryMutAct_9fa48("237") ? () => undefined : (stryCov_9fa48("237"), ({
    entitlements
  }) => entitlements[what] ? okAsync() : errAsync(stryMutAct_9fa48("238") ? {} : (stryCov_9fa48("238"), {
    type: 'plan-limit' as const,
    message: stryMutAct_9fa48("239") ? `` : (stryCov_9fa48("239"), `Your plan does not include ${INCLUDED[what]}`)
  }))));
  return requireIncluded;
})());