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
import { ResultAsync } from 'neverthrow';
import { z } from 'zod';
import type { UserId } from '../kernel/ids.ts';
import { given } from '../kernel/input.ts';
import type { Ports } from '../ports.ts';
import { defineUseCase } from '../use-case.ts';
import { meteredMonth, orderRefill } from './standing.ts';
import { type AutoRefill, NO_AUTO_REFILL } from './usage.ts';

/** The setting, with what became of the last order if it did not go through. */
export interface AutoRefillReport extends AutoRefill {
  readonly failure: string | null;
}

/** The caller's auto-refill setting. */
export const getAutoRefill = defineUseCase(stryMutAct_9fa48("0") ? {} : (stryCov_9fa48("0"), {
  name: stryMutAct_9fa48("1") ? "" : (stryCov_9fa48("1"), 'getAutoRefill'),
  access: stryMutAct_9fa48("2") ? "" : (stryCov_9fa48("2"), 'user'),
  input: z.object({}),
  run: stryMutAct_9fa48("3") ? () => undefined : (stryCov_9fa48("3"), (ports, caller) => ResultAsync.fromSafePromise(report(ports, caller.userId)))
}));
const whole = stryMutAct_9fa48("4") ? () => undefined : (stryCov_9fa48("4"), (() => {
  const whole = (name: string, min: number, max: number) => stryMutAct_9fa48("6") ? z.int(`${name} must be a whole number`).max(min, `${name} must be at least ${min}`).max(max, `${name} must be at most ${max}`).optional() : stryMutAct_9fa48("5") ? z.int(`${name} must be a whole number`).min(min, `${name} must be at least ${min}`).min(max, `${name} must be at most ${max}`).optional() : (stryCov_9fa48("5", "6"), z.int(stryMutAct_9fa48("7") ? `` : (stryCov_9fa48("7"), `${name} must be a whole number`)).min(min, stryMutAct_9fa48("8") ? `` : (stryCov_9fa48("8"), `${name} must be at least ${min}`)).max(max, stryMutAct_9fa48("9") ? `` : (stryCov_9fa48("9"), `${name} must be at most ${max}`)).optional());
  return whole;
})());

/** Every pack has one price, so its size has a bound. */
const PACK_LINKS = 10_000;
/** Even in hundredths and added up it is far from where integers end. */
const MOST_SPEND = 1_000_000;
const Changes = z.object(stryMutAct_9fa48("10") ? {} : (stryCov_9fa48("10"), {
  enabled: z.boolean(stryMutAct_9fa48("11") ? "" : (stryCov_9fa48("11"), 'enabled must be true or false')).optional(),
  thresholdPercent: whole(stryMutAct_9fa48("12") ? "" : (stryCov_9fa48("12"), 'thresholdPercent'), 1, 100),
  refillPackLinks: whole(stryMutAct_9fa48("13") ? "" : (stryCov_9fa48("13"), 'refillPackLinks'), 1, PACK_LINKS),
  maxMonthlySpend: whole(stryMutAct_9fa48("14") ? "" : (stryCov_9fa48("14"), 'maxMonthlySpend'), 0, MOST_SPEND)
}));

/** Changes the caller's auto-refill setting; what is left out stays. What was refused under the setting before is considered anew. */
export const updateAutoRefill = defineUseCase(stryMutAct_9fa48("15") ? {} : (stryCov_9fa48("15"), {
  name: stryMutAct_9fa48("16") ? "" : (stryCov_9fa48("16"), 'updateAutoRefill'),
  access: stryMutAct_9fa48("17") ? "" : (stryCov_9fa48("17"), 'user'),
  input: Changes,
  run: stryMutAct_9fa48("18") ? () => undefined : (stryCov_9fa48("18"), (ports, caller, asked) => ports.store.atomic(stryMutAct_9fa48("19") ? () => undefined : (stryCov_9fa48("19"), store => ResultAsync.fromSafePromise(change(stryMutAct_9fa48("20") ? {} : (stryCov_9fa48("20"), {
    ...ports,
    store
  }), caller.userId, asked)))))
}));
async function change(ports: Ports, owner: UserId, asked: z.output<typeof Changes>): Promise<AutoRefillReport> {
  if (stryMutAct_9fa48("21")) {
    {}
  } else {
    stryCov_9fa48("21");
    const {
      usageMeters,
      refillOrders,
      users
    } = ports.store;
    await users.lock(owner);
    const before = stryMutAct_9fa48("22") ? (await usageMeters.autoRefill(owner)) && NO_AUTO_REFILL : (stryCov_9fa48("22"), (await usageMeters.autoRefill(owner)) ?? NO_AUTO_REFILL);
    await usageMeters.saveAutoRefill(owner, stryMutAct_9fa48("23") ? {} : (stryCov_9fa48("23"), {
      ...before,
      ...given(asked)
    }));
    await refillOrders.reconsider(owner);
    // Where the quota is used up no link is created any more that would put a pack on order.
    const month = await meteredMonth(ports, owner);
    if (stryMutAct_9fa48("25") ? false : stryMutAct_9fa48("24") ? true : (stryCov_9fa48("24", "25"), month)) await orderRefill(ports, await usageMeters.lock(owner, month.period), month.allowance);
    return report(ports, owner);
  }
}
async function report({
  store,
  clock
}: Ports, owner: UserId): Promise<AutoRefillReport> {
  if (stryMutAct_9fa48("26")) {
    {}
  } else {
    stryCov_9fa48("26");
    const setting = await store.usageMeters.autoRefill(owner);
    const order = await store.refillOrders.latest(owner);
    const concerns = stryMutAct_9fa48("29") ? order !== undefined && order.status !== 'CLOSED' || clock.now() < order.period.end : stryMutAct_9fa48("28") ? false : stryMutAct_9fa48("27") ? true : (stryCov_9fa48("27", "28", "29"), (stryMutAct_9fa48("31") ? order !== undefined || order.status !== 'CLOSED' : stryMutAct_9fa48("30") ? true : (stryCov_9fa48("30", "31"), (stryMutAct_9fa48("33") ? order === undefined : stryMutAct_9fa48("32") ? true : (stryCov_9fa48("32", "33"), order !== undefined)) && (stryMutAct_9fa48("35") ? order.status === 'CLOSED' : stryMutAct_9fa48("34") ? true : (stryCov_9fa48("34", "35"), order.status !== (stryMutAct_9fa48("36") ? "" : (stryCov_9fa48("36"), 'CLOSED')))))) && (stryMutAct_9fa48("39") ? clock.now() >= order.period.end : stryMutAct_9fa48("38") ? clock.now() <= order.period.end : stryMutAct_9fa48("37") ? true : (stryCov_9fa48("37", "38", "39"), clock.now() < order.period.end)));
    return stryMutAct_9fa48("40") ? {} : (stryCov_9fa48("40"), {
      ...(stryMutAct_9fa48("41") ? setting && NO_AUTO_REFILL : (stryCov_9fa48("41"), setting ?? NO_AUTO_REFILL)),
      failure: concerns ? order.failure : null
    });
  }
}