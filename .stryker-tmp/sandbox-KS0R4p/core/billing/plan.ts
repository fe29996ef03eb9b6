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
import type { Instant } from '../kernel/caller.ts';
export type Plan = 'FREE' | 'STARTER' | 'PRO';

/** What a plan allows. `monthlyLinkQuota` 0 means unmetered, which is so for FREE alone. */
export interface Entitlements {
  readonly monthlyLinkQuota: number;
  readonly customDomains: number;
  readonly maxWebhooks: number;
  readonly maxBioPages: number;
  readonly mcpAccess: boolean;
  readonly canBulk: boolean;
}
export const ENTITLEMENTS: Readonly<Record<Plan, Entitlements>> = stryMutAct_9fa48("155") ? {} : (stryCov_9fa48("155"), {
  FREE: stryMutAct_9fa48("156") ? {} : (stryCov_9fa48("156"), {
    monthlyLinkQuota: 0,
    customDomains: 1,
    maxWebhooks: 5,
    maxBioPages: 5,
    mcpAccess: stryMutAct_9fa48("157") ? false : (stryCov_9fa48("157"), true),
    canBulk: stryMutAct_9fa48("158") ? false : (stryCov_9fa48("158"), true)
  }),
  STARTER: stryMutAct_9fa48("159") ? {} : (stryCov_9fa48("159"), {
    monthlyLinkQuota: 1000,
    customDomains: 3,
    maxWebhooks: 10,
    maxBioPages: 10,
    mcpAccess: stryMutAct_9fa48("160") ? false : (stryCov_9fa48("160"), true),
    canBulk: stryMutAct_9fa48("161") ? false : (stryCov_9fa48("161"), true)
  }),
  PRO: stryMutAct_9fa48("162") ? {} : (stryCov_9fa48("162"), {
    monthlyLinkQuota: 10_000,
    customDomains: 25,
    maxWebhooks: 50,
    maxBioPages: 100,
    mcpAccess: stryMutAct_9fa48("163") ? false : (stryCov_9fa48("163"), true),
    canBulk: stryMutAct_9fa48("164") ? false : (stryCov_9fa48("164"), true)
  })
});
export type SubscriptionStatus = 'ACTIVE' | 'TRIALING' | 'PAST_DUE' | 'CANCELED' | 'INCOMPLETE';

/** True while a subscription counts: active and trialing ones whatever the clock says, a past due one until its period ends. */
export function holds({
  status,
  currentPeriodEnd
}: {
  readonly status: SubscriptionStatus;
  readonly currentPeriodEnd: Instant | null;
}, now: Instant): boolean {
  if (stryMutAct_9fa48("165")) {
    {}
  } else {
    stryCov_9fa48("165");
    if (stryMutAct_9fa48("168") ? status === 'ACTIVE' && status === 'TRIALING' : stryMutAct_9fa48("167") ? false : stryMutAct_9fa48("166") ? true : (stryCov_9fa48("166", "167", "168"), (stryMutAct_9fa48("170") ? status !== 'ACTIVE' : stryMutAct_9fa48("169") ? false : (stryCov_9fa48("169", "170"), status === (stryMutAct_9fa48("171") ? "" : (stryCov_9fa48("171"), 'ACTIVE')))) || (stryMutAct_9fa48("173") ? status !== 'TRIALING' : stryMutAct_9fa48("172") ? false : (stryCov_9fa48("172", "173"), status === (stryMutAct_9fa48("174") ? "" : (stryCov_9fa48("174"), 'TRIALING')))))) return stryMutAct_9fa48("175") ? false : (stryCov_9fa48("175"), true);
    return stryMutAct_9fa48("178") ? status === 'PAST_DUE' && currentPeriodEnd !== null || now < currentPeriodEnd : stryMutAct_9fa48("177") ? false : stryMutAct_9fa48("176") ? true : (stryCov_9fa48("176", "177", "178"), (stryMutAct_9fa48("180") ? status === 'PAST_DUE' || currentPeriodEnd !== null : stryMutAct_9fa48("179") ? true : (stryCov_9fa48("179", "180"), (stryMutAct_9fa48("182") ? status !== 'PAST_DUE' : stryMutAct_9fa48("181") ? true : (stryCov_9fa48("181", "182"), status === (stryMutAct_9fa48("183") ? "" : (stryCov_9fa48("183"), 'PAST_DUE')))) && (stryMutAct_9fa48("185") ? currentPeriodEnd === null : stryMutAct_9fa48("184") ? true : (stryCov_9fa48("184", "185"), currentPeriodEnd !== null)))) && (stryMutAct_9fa48("188") ? now >= currentPeriodEnd : stryMutAct_9fa48("187") ? now <= currentPeriodEnd : stryMutAct_9fa48("186") ? true : (stryCov_9fa48("186", "187", "188"), now < currentPeriodEnd)));
  }
}