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
import type { Instant, User } from '../kernel/caller.ts';
import type { Ports } from '../ports.ts';
import { defineUseCase } from '../use-case.ts';
import { meteredMonth } from './standing.ts';

/** Use in the current month; zeros and no period for an account that is not metered. */
export interface UsageReport {
  readonly linksCreated: number;
  readonly allowance: number;
  readonly refillLinks: number;
  readonly refillCount: number;
  readonly periodStart: Instant | null;
  readonly periodEnd: Instant | null;
}
const UNMETERED: UsageReport = stryMutAct_9fa48("89") ? {} : (stryCov_9fa48("89"), {
  linksCreated: 0,
  allowance: 0,
  refillLinks: 0,
  refillCount: 0,
  periodStart: null,
  periodEnd: null
});

/** How much of the caller's quota is used. */
export const getUsage = defineUseCase(stryMutAct_9fa48("90") ? {} : (stryCov_9fa48("90"), {
  name: stryMutAct_9fa48("91") ? "" : (stryCov_9fa48("91"), 'getUsage'),
  access: stryMutAct_9fa48("92") ? "" : (stryCov_9fa48("92"), 'user'),
  input: z.object({}),
  run: stryMutAct_9fa48("93") ? () => undefined : (stryCov_9fa48("93"), (ports, caller) => ResultAsync.fromSafePromise(readMeter(ports, caller)))
}));
async function readMeter(ports: Ports, {
  userId
}: User): Promise<UsageReport> {
  if (stryMutAct_9fa48("94")) {
    {}
  } else {
    stryCov_9fa48("94");
    const month = await meteredMonth(ports, userId);
    if (stryMutAct_9fa48("97") ? month !== undefined : stryMutAct_9fa48("96") ? false : stryMutAct_9fa48("95") ? true : (stryCov_9fa48("95", "96", "97"), month === undefined)) return UNMETERED;
    const usage = await ports.store.usageMeters.find(userId, month.period.start);
    return stryMutAct_9fa48("98") ? {} : (stryCov_9fa48("98"), {
      linksCreated: stryMutAct_9fa48("99") ? usage?.linksCreated && 0 : (stryCov_9fa48("99"), (stryMutAct_9fa48("100") ? usage.linksCreated : (stryCov_9fa48("100"), usage?.linksCreated)) ?? 0),
      allowance: month.allowance,
      refillLinks: stryMutAct_9fa48("101") ? usage?.refillLinks && 0 : (stryCov_9fa48("101"), (stryMutAct_9fa48("102") ? usage.refillLinks : (stryCov_9fa48("102"), usage?.refillLinks)) ?? 0),
      refillCount: stryMutAct_9fa48("103") ? usage?.refillCount && 0 : (stryCov_9fa48("103"), (stryMutAct_9fa48("104") ? usage.refillCount : (stryCov_9fa48("104"), usage?.refillCount)) ?? 0),
      periodStart: month.period.start,
      periodEnd: month.period.end
    });
  }
}