// Generated from the OpenAPI document by `npm run schema`.
export interface paths {
    "/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List links, by default newest first */
        get: operations["listLinks"];
        put?: never;
        /**
         * Create a link
         * @description Without credentials the link has no owner, and the response has only `slug`, `target` and `shortUrl`; the operator may require an account.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count links */
        get: operations["countLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a link */
        get: operations["getLink"];
        put?: never;
        post?: never;
        /** Delete a link and its visits */
        delete: operations["deleteLink"];
        options?: never;
        head?: never;
        /**
         * Update a link
         * @description Omitted members keep their values; null resets a member to its default.
         */
        patch: operations["updateLink"];
        trace?: never;
    };
    "/links/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a link by its slug */
        get: operations["getLinkBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a link by its externalId */
        get: operations["getLinkByExternalId"];
        /**
         * Create a link with an externalId, or update it if it exists
         * @description For links that follow the records of another system: repeat the call whenever a record changes. Omitted members of an existing link keep their values; null resets a member to its default. The slug and the domain of an existing link cannot change.
         */
        put: operations["upsertLink"];
        post?: never;
        /** Delete a link by its externalId, with its visits */
        delete: operations["deleteLinkByExternalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 links
         * @description A failing item does not fail the others; an unknown member in an item fails the request.
         */
        post: operations["createLinks"];
        /**
         * Delete up to 1,000 links
         * @description A failing item does not fail the others.
         */
        delete: operations["deleteLinks"];
        options?: never;
        head?: never;
        /**
         * Update up to 1,000 links
         * @description A failing item does not fail the others; an unknown member in an item fails the request.
         */
        patch: operations["updateLinks"];
        trace?: never;
    };
    "/links/{id}/hits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the visits of a link, newest first */
        get: operations["listHits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/{id}/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the visits of a link by country, most first */
        get: operations["countHitsByCountry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/{id}/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the QR code of a link's short URL */
        get: operations["getQrCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/{id}/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add an alias to a link */
        post: operations["addAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/links/{id}/aliases/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an alias from a link */
        delete: operations["removeAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the import in the background
         * @description An account has one; a new one replaces it. It is deleted seven days after its last change.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Begin the import of a file
         * @description Then upload the file in parts, wait until the preview is `READY`, and start the import.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a part of the file
         * @description In order. Sending a part again changes nothing.
         */
        post: operations["addImportPart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the choices before the start
         * @description The server then makes a new preview.
         */
        patch: operations["updateImport"];
        trace?: never;
    };
    "/imports/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an import
         * @description The server runs it in the background, even before its preview is ready. Starting it again changes nothing.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Its file is deleted. Imported links stay.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count visits
         * @description Visits, bots and unique visitors (summed by day) of all links, or by id, slug or tag. `previous` has the previous period's sums.
         */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List annotations of charts, by day */
        get: operations["listAnnotations"];
        put?: never;
        /** Add a note to a day of the charts of a link, or of the whole account */
        post: operations["createAnnotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/annotations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an annotation */
        delete: operations["deleteAnnotation"];
        options?: never;
        head?: never;
        /** Move an annotation to another day, or replace its text */
        patch: operations["updateAnnotation"];
        trace?: never;
    };
    "/links/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the totals of all links, and the ten most visited */
        get: operations["getLinkTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unknown-visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List visits to unknown slugs on custom domains, most first */
        get: operations["listUnknownVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export visits, oldest first
         * @description Streams all visits. To continue an export, pass the last id as `after`.
         */
        get: operations["exportHits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a visit */
        get: operations["getHit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch new visits as server-sent events
         * @description `hit` is a visit. `skipped` has the number of visits that were omitted, because a second had more than 200. An account can have at most 5 concurrent streams.
         */
        get: operations["watchHits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stat-shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List shared statistics, newest first */
        get: operations["listStatShares"];
        put?: never;
        /**
         * Share statistics of a link, a tag or all links
         * @description Only this response has `url`, the public page. API keys need `analytics:read`, too.
         */
        post: operations["createStatShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stat-shares/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke shared statistics */
        delete: operations["deleteStatShare"];
        options?: never;
        head?: never;
        /**
         * Update shared statistics; their URL stays
         * @description API keys need `analytics:read`, too.
         */
        patch: operations["updateStatShare"];
        trace?: never;
    };
    "/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read shared statistics, without an account
         * @description The share decides which links count and which dimensions may be read. An unknown, revoked or expired share is 404. A missing or wrong password is 403; guesses are limited like a link's.
         */
        get: operations["getSharedStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tags by name */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a tag; its links stay */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        /**
         * Rename or recolor a tag
         * @description Renaming it to an existing tag merges it into that tag, which is returned.
         */
        patch: operations["updateTag"];
        trace?: never;
    };
    "/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List saved views of the list of links, oldest first */
        get: operations["listSavedViews"];
        put?: never;
        /** Save filters and sort order of the list of links under a name */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a saved view */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /** Rename a saved view, or replace its filters or sort order */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/campaign-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List campaign templates, oldest first */
        get: operations["listCampaignTemplates"];
        put?: never;
        /** Save campaign parameters under a name */
        post: operations["createCampaignTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaign-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a campaign template
         * @description Replaces its name and all parameters. No link changes.
         */
        put: operations["replaceCampaignTemplate"];
        post?: never;
        /** Delete a campaign template */
        delete: operations["deleteCampaignTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/link-defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the defaults for new links in the dashboard */
        get: operations["getLinkDefaults"];
        /**
         * Replace the defaults for new links in the dashboard
         * @description Omitted fields are cleared. Links created through the API do not get them.
         */
        put: operations["setLinkDefaults"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List custom domains, newest first */
        get: operations["listDomains"];
        put?: never;
        /** Add a custom domain */
        post: operations["addDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a domain's DNS record
         * @description Returns the domain unverified if the record is missing.
         */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a custom domain; its links stop working */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/qr-styles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List saved QR styles, oldest first */
        get: operations["listQrStyles"];
        put?: never;
        /** Save the design of QR codes under a name */
        post: operations["createQrStyle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/qr-styles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a saved QR style
         * @description Replaces its name and its whole design. Omitted fields get their defaults.
         */
        put: operations["replaceQrStyle"];
        post?: never;
        /** Delete a saved QR style */
        delete: operations["deleteQrStyle"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List bio pages, newest first */
        get: operations["listBioPages"];
        put?: never;
        /** Create a bio page */
        post: operations["createBioPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio-pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a bio page and its links */
        delete: operations["deleteBioPage"];
        options?: never;
        head?: never;
        /** Update a bio page */
        patch: operations["updateBioPage"];
        trace?: never;
    };
    "/bio-pages/{id}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the views of a bio page by UTC day, oldest first */
        get: operations["listBioPageViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio-pages/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a link to a bio page */
        post: operations["addBioLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bio-pages/{id}/links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a link from its bio page */
        delete: operations["deleteBioLink"];
        options?: never;
        head?: never;
        /** Update a link on a bio page */
        patch: operations["updateBioLink"];
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks, newest first */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Only this response includes the signing secret.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook and its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Update a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's signing secret
         * @description Only this response includes the new secret. The previous secret also signs for 24 hours.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a sample event to a webhook */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of a webhook, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys, newest first */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Only this response includes the secret.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key with a new one
         * @description The new key has the same label, scopes, target hosts and expiration. Only this response includes its secret.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key immediately */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the caller's account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /** Permanently delete the caller's account and all its data */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /** Set the IP addresses whose visits are not recorded */
        patch: operations["setIgnoredAddresses"];
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List open sessions, last used first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** End all sessions except the session of the request */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the entries of the audit log, newest first */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this month's usage */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account's plan and limits
         * @description `effectivePlan` and `entitlements` apply now; a quota of 0 is unmetered.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the available plans */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/auto-refill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the auto-refill setting */
        get: operations["getAutoRefill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the auto-refill setting */
        patch: operations["updateAutoRefill"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A short link. */
        LinkOutline: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The slug. */
            slug: string;
            /** @description The destination URL, unless a rule redirects elsewhere. */
            target: string;
            /** @description The display title. */
            title: string | null;
            /** @description Number of recorded visits. */
            hitCount: number;
            /** @description Whether visits are recorded. */
            enableTracking: boolean;
            /**
             * Format: date-time
             * @description When the link was created.
             */
            createdAt: string;
            /** @description The link's custom domain; null for the service's own host. */
            hostname: string | null;
            /** @description Whether the link has routing rules. */
            hasRules: boolean;
            /** @description The short URL. */
            shortUrl: string;
            /**
             * @description Whether the link is active, or why not.
             * @enum {string}
             */
            status: "ACTIVE" | "SCHEDULED" | "EXPIRED" | "USED_UP" | "DISABLED" | "BLOCKED";
            /**
             * Format: date-time
             * @description When the link becomes active.
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string | null;
            /** @description Where the link redirects while it is inactive. */
            fallbackTarget: string | null;
            /** @description Maximum number of visits. */
            maxVisits: number | null;
            /** @description The HTTP status of the redirect. */
            redirectStatus: number;
            /** @description Whether the redirect appends the visitor's query to the target. */
            forwardQuery: boolean;
            /** @description Whether the redirect appends the path after the slug to the target. */
            forwardPath: boolean;
            /** @description Campaign parameters that the redirect adds to the target. */
            utm: components["schemas"]["Utm"] | null;
            /** @description Tags, in the owner's order. */
            tags: string[];
            /** @description A private note for the owner. */
            note: string | null;
            /** @description The key of a record in another system that the link belongs to. */
            externalId: string | null;
            /** @description The preview that social networks and messengers show. */
            preview: components["schemas"]["LinkPreview"] | null;
            /** @description False if the owner disabled the link. */
            enabled: boolean;
            /** @description Whether lists exclude the link by default. */
            archived: boolean;
            /** @description Remaining visits of maxVisits. Up to a minute stale, but never too high. */
            visitsLeft: number | null;
            /** @description Whether visitors must enter a password. */
            hasPassword: boolean;
            /** @description The link's aliases, oldest first. */
            aliases: string[];
            /**
             * Format: date-time
             * @description When the owner last changed or created the link.
             */
            updatedAt: string;
        };
        /** @description Campaign parameters. */
        Utm: {
            /** @description utm_source. */
            source: string | null;
            /** @description utm_medium. */
            medium: string | null;
            /** @description utm_campaign. */
            campaign: string | null;
            /** @description utm_term. */
            term: string | null;
            /** @description utm_content. */
            content: string | null;
        };
        /** @description The preview that social networks and messengers show for a link. */
        LinkPreview: {
            /** @description The title. */
            title: string | null;
            /** @description The description. */
            description: string | null;
            /** @description The URL of an image. */
            image: string | null;
        };
        /** @description A short link. */
        Link: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The slug. */
            slug: string;
            /** @description The destination URL, unless a rule redirects elsewhere. */
            target: string;
            /** @description The display title. */
            title: string | null;
            /** @description Number of recorded visits. */
            hitCount: number;
            /** @description Whether visits are recorded. */
            enableTracking: boolean;
            /**
             * Format: date-time
             * @description When the link was created.
             */
            createdAt: string;
            /** @description The link's custom domain; null for the service's own host. */
            hostname: string | null;
            /** @description Routing rules, in order and as written. */
            rules: components["schemas"]["LinkRule"][];
            /** @description Whether the link has routing rules. */
            hasRules: boolean;
            /** @description The short URL. */
            shortUrl: string;
            /**
             * @description Whether the link is active, or why not.
             * @enum {string}
             */
            status: "ACTIVE" | "SCHEDULED" | "EXPIRED" | "USED_UP" | "DISABLED" | "BLOCKED";
            /**
             * Format: date-time
             * @description When the link becomes active.
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string | null;
            /** @description Where the link redirects while it is inactive. */
            fallbackTarget: string | null;
            /** @description Maximum number of visits. */
            maxVisits: number | null;
            /** @description The HTTP status of the redirect. */
            redirectStatus: number;
            /** @description Whether the redirect appends the visitor's query to the target. */
            forwardQuery: boolean;
            /** @description Whether the redirect appends the path after the slug to the target. */
            forwardPath: boolean;
            /** @description Campaign parameters that the redirect adds to the target. */
            utm: components["schemas"]["Utm"] | null;
            /** @description Tags, in the owner's order. */
            tags: string[];
            /** @description A private note for the owner. */
            note: string | null;
            /** @description The key of a record in another system that the link belongs to. */
            externalId: string | null;
            /** @description The preview that social networks and messengers show. */
            preview: components["schemas"]["LinkPreview"] | null;
            /** @description False if the owner disabled the link. */
            enabled: boolean;
            /** @description Whether lists exclude the link by default. */
            archived: boolean;
            /** @description Remaining visits of maxVisits. Up to a minute stale, but never too high. */
            visitsLeft: number | null;
            /** @description Whether visitors must enter a password. */
            hasPassword: boolean;
            /** @description The link's aliases, oldest first. */
            aliases: string[];
            /**
             * Format: date-time
             * @description When the owner last changed or created the link.
             */
            updatedAt: string;
        };
        /** @description A routing rule. The first rule that matches a visitor decides the target. */
        LinkRule: {
            /** @description The condition type. */
            type: string;
            /** @description The values to match. */
            value: string;
            /** @description The URL that matching visitors are redirected to. */
            target: string;
        };
        /** @description The result for one item of a bulk operation. */
        BulkLinkResult: {
            /** @description The item's zero-based position in the input. */
            index: number;
            /** @description Whether the item succeeded. */
            ok: boolean;
            /** @description The link, if the item succeeded. */
            link: components["schemas"]["Link"] | null;
            /** @description The error message, if the item failed. */
            error: string | null;
        };
        /** @description A recorded visit. Unknown facts about the visitor are null. */
        Hit: {
            /** @description Unique identifier; ids sort by time. */
            id: string;
            /** @description The visitor's IP address, or its network if the operator anonymizes addresses. */
            ip: string;
            /** @description The IP version: IPv4 or IPv6. */
            type: string;
            /** @description The operator of the visitor's network. */
            isp: string | null;
            /** @description The browser, from the user agent. */
            browser: components["schemas"]["Software"] | null;
            /** @description The operating system, from the user agent. */
            os: components["schemas"]["Software"] | null;
            /** @description The time zone of the visitor's IP address. */
            timezone: components["schemas"]["Timezone"] | null;
            /** @description The location of the visitor's IP address. */
            location: components["schemas"]["Location"];
            /**
             * Format: date-time
             * @description When the visit happened.
             */
            createdAt: string;
            /** @description The referring page, without its query. */
            referrer: string | null;
            /** @description desktop, mobile, tablet, bot or other. */
            device: string;
            /** @description Whether the visitor is a bot. */
            bot: boolean;
            /** @description The zero-based index of the rule that matched; null if none did. */
            rule: number | null;
            /** @description The URL the visitor was redirected to, without the visitor's own path and query; null for a preview. */
            redirectedTo: string | null;
            /** @description The first language of the visitor's browser, such as en. */
            language: string | null;
            /** @description The campaign parameters of the visitor's query or, if it has none, of the destination URL, which includes the link's own. */
            utm: components["schemas"]["Utm"] | null;
            /** @description The reference parameter of the visitor's query. */
            ref: string | null;
            /** @description Whether this is the visitor's first visit to the link on that UTC day; null if visitors were not counted. */
            firstToday: boolean | null;
        };
        /** @description A browser or an operating system. */
        Software: {
            /** @description The name, such as Firefox or iOS. */
            name: string;
            /** @description The version, as precise as the user agent reports it. */
            version: string | null;
        };
        /** @description A time zone, as of the visit. */
        Timezone: {
            /** @description IANA name, such as Europe/Rome. */
            name: string;
            /** @description Seconds east of UTC. */
            offset: number;
            /** @description The abbreviation, such as CET, or an offset if English has none. */
            abbreviation: string;
        };
        /** @description The location of an IP address. */
        Location: {
            /** @description City name, in English if the geo data has it. */
            city: string | null;
            /** @description Postal code. */
            postal: string | null;
            /** @description Country, from the geo data. */
            country: components["schemas"]["Country"] | null;
            /** @description Continent, from the geo data. */
            continent: components["schemas"]["Continent"] | null;
        };
        /** @description A country. */
        Country: {
            /** @description The name, in English. */
            name: string;
            /** @description ISO 3166-1 alpha-2 code; ZZ if unknown. */
            code: string;
        };
        /** @description A continent. */
        Continent: {
            /** @description The name, in English. */
            name: string;
            /** @description AF, AN, AS, EU, NA, OC or SA. */
            code: string;
        };
        /** @description The number of visits from a country. */
        CountryCount: {
            /** @description The country of the visits. */
            country: components["schemas"]["Country"];
            /** @description The number of visits. */
            count: number;
        };
        /** @description The import of a file in the background. */
        Import: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The name of the file. */
            name: string;
            /**
             * @description What the server does with it.
             * @enum {string}
             */
            state: "UPLOADING" | "PLANNING" | "READY" | "RUNNING" | "DONE" | "CANCELED" | "FAILED";
            /** @description Number of uploaded parts. */
            parts: number;
            /** @description Number of uploaded characters. */
            characters: number;
            /** @description The chosen program; null to detect it. */
            program: string | null;
            /** @description The program that wrote the file; null before the preview. */
            found: string | null;
            /** @description Where the links of domains go. */
            domains: components["schemas"]["ImportDomain"][];
            /** @description Restrictions that links may lose. */
            acceptedLosses: string[];
            /** @description The preview, or the result so far; null before it. */
            report: components["schemas"]["ImportReport"] | null;
            /** @description Why the file cannot be read; null unless the import failed. */
            fault: components["schemas"]["ImportFault"] | null;
            /**
             * Format: date-time
             * @description When the import began.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description Where the links of a domain go. */
        ImportDomain: {
            /** @description The domain in the file; default for links without one. */
            from: string;
            /** @description A verified domain of the account, empty for the service's own host, null to skip the links. */
            to: string | null;
        };
        /** @description The preview of an import, or its result so far. */
        ImportReport: {
            /** @description Rows that have been read. */
            rows: number;
            /** @description Characters that have been read. */
            characters: number;
            /** @description Links to create according to the preview. */
            planned: number;
            /** @description Created links; in a preview, links that can be created. */
            created: number;
            /** @description Links that exist already. */
            present: number;
            /** @description Links that are not imported. */
            skipped: number;
            /** @description Created links that are not enabled. */
            closed: number;
            /** @description Created links with a part of their visit limit used. */
            limited: number;
            /** @description Links by their domain in the file; only in a preview. */
            domains: components["schemas"]["ImportCount"][];
            /** @description Links by the losses that refuse them, accepted or not; only in a preview. */
            refused: components["schemas"]["ImportCount"][];
            /** @description Created links by the fields that they lose. */
            lost: components["schemas"]["ImportCount"][];
            /** @description Number of all links at the source, if the file says it. */
            total: number | null;
            /** @description Whether the file is CSV. */
            isCsv: boolean;
            /** @description The first created links. */
            samples: components["schemas"]["ImportSample"][];
            /** @description The first 500 links that are not imported. */
            problems: components["schemas"]["ImportProblem"][];
        };
        /** @description Number of links by a name. */
        ImportCount: {
            /** @description The name, such as a domain. */
            name: string;
            /** @description Number of links. */
            links: number;
        };
        /** @description A link of a preview. */
        ImportSample: {
            /** @description The slug. */
            slug: string;
            /** @description The target. */
            target: string;
            /** @description The title; empty without one. */
            title: string;
            /** @description The tags. */
            tags: string[];
        };
        /** @description A link of the file that is not imported. */
        ImportProblem: {
            /** @description The number of the row, counted from 1, without the header. */
            row: number;
            /** @description The slug in the file. */
            slug: string;
            /** @description The target in the file. */
            target: string;
            /**
             * @description Why it is not imported.
             * @enum {string}
             */
            reason: "LOST" | "TWICE" | "OPEN" | "INVALID" | "FAULT";
            /** @description The losses, or the restrictions that the existing link lacks. */
            fields: string[];
            /** @description The reason in words. */
            message: string;
        };
        /** @description Why a file cannot be imported. */
        ImportFault: {
            /** @description empty, kind, encoding, columns, syntax, size or unexpected. */
            code: string;
            /** @description The content found in the file instead, or the error. */
            detail: string;
        };
        /** @description A note on a day of charts, such as the start of a campaign. */
        Annotation: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The link; null for the whole account. */
            linkId: string | null;
            /** @description The calendar day, such as 2026-05-01, in the time zone of the chart. */
            date: string;
            /** @description The text. */
            text: string;
            /**
             * Format: date-time
             * @description When the annotation was created.
             */
            createdAt: string;
        };
        /** @description Totals for the caller's links. */
        ShortlinkAnalytics: {
            /** @description Number of links. */
            totalLinks: number;
            /** @description Number of links with tracking enabled. */
            trackedLinks: number;
            /** @description Number of recorded visits of all links. */
            totalClicks: number;
            /** @description The ten most visited links, most visited first. */
            topLinks: components["schemas"]["Link"][];
        };
        /** @description Visits to an unknown slug. */
        UnknownVisit: {
            /** @description The custom domain. */
            hostname: string;
            /** @description The visited slug. */
            slug: string;
            /** @description Number of human visits; excludes bots. */
            hits: number;
            /** @description The UTC day of the first visit, such as 2026-01-31. */
            firstDay: string;
            /** @description The UTC day of the last visit. */
            lastDay: string;
        };
        /** @description A visit in an export: a line of NDJSON, or a row of CSV, where unknown values are empty. */
        VisitRow: {
            /** @description Unique identifier; ids sort by time. Pass the last one as `after` to continue the export. */
            id: string;
            /** @description The id of the link. */
            linkId: string;
            /** @description The slug of the link. */
            slug: string;
            /** @description The visitor's IP address, or its network if the operator anonymizes addresses. */
            ip: string;
            /** @description The IP version: IPv4 or IPv6. */
            type: string;
            /** @description The operator of the visitor's network. */
            isp: string | null;
            /** @description The name of the browser. */
            browser: string | null;
            /** @description The version of the browser. */
            browserVersion: string | null;
            /** @description The name of the operating system. */
            os: string | null;
            /** @description The version of the operating system. */
            osVersion: string | null;
            /** @description The IANA time zone. */
            timezone: string | null;
            /** @description The city. */
            city: string | null;
            /** @description The postal code. */
            postal: string | null;
            /** @description The country, ISO 3166-1 alpha-2. */
            country: string | null;
            /** @description The continent: AF, AN, AS, EU, NA, OC or SA. */
            continent: string | null;
            /**
             * Format: date-time
             * @description When the visit happened.
             */
            createdAt: string;
            /** @description The referring page. */
            referrer: string | null;
            /** @description The kind of device. */
            device: string | null;
            /** @description Whether the visitor is a bot. */
            bot: boolean;
            /** @description The rule that chose the target, such as `country DE,AT`. */
            rule: string | null;
            /** @description The URL that the visitor was redirected to, without forwarded parts. */
            redirectedTo: string | null;
            /** @description The preferred language. */
            language: string | null;
            /** @description utm_source of the visit. */
            utmSource: string | null;
            /** @description utm_medium of the visit. */
            utmMedium: string | null;
            /** @description utm_campaign of the visit. */
            utmCampaign: string | null;
            /** @description utm_term of the visit. */
            utmTerm: string | null;
            /** @description utm_content of the visit. */
            utmContent: string | null;
            /** @description Whether this is the visitor's first visit to the link on that UTC day; null if visitors were not counted. */
            firstToday: boolean | null;
            /** @description The reference parameter of the visitor's query. */
            ref: string | null;
        };
        /** @description The data of a `hit` event of `GET /live`. */
        LiveVisit: {
            /** @description Unique identifier of the visit. */
            id: string;
            /** @description The visited link. */
            link: {
                /** @description The id of the link. */
                id: string;
                /** @description The slug of the link. */
                slug: string;
            };
            /** @description The country, ISO 3166-1 alpha-2. */
            country: string | null;
            /** @description The city. */
            city: string | null;
            /** @description The kind of device. */
            device: string | null;
            /** @description Whether the visitor is a bot. */
            bot: boolean;
            /**
             * Format: date-time
             * @description When the visit happened.
             */
            createdAt: string;
        };
        /** @description Shared statistics. */
        StatShare: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The only link; null for several. */
            linkId: string | null;
            /** @description The tag of the links; null for a link and for all links. */
            tagId: string | null;
            /** @description The slug of the link or the name of the tag; null for all links. */
            name: string | null;
            /** @description The cards below the chart. */
            cards: ("SOURCES" | "LOCATIONS" | "DEVICES" | "ACTIVITY")[];
            /** @description Whether the page lists recent visits. */
            showVisits: boolean;
            /** @description Whether readers must enter a password. */
            hasPassword: boolean;
            /**
             * Format: date-time
             * @description When the page expires; null for never.
             */
            expiresAt: string | null;
            /** @description Origins of websites that may embed the page in a frame. */
            origins: string[];
            /**
             * Format: date-time
             * @description When the share was created.
             */
            createdAt: string;
        };
        /** @description New shared statistics with their URL. */
        CreatedStatShare: {
            /** @description The share. */
            share: components["schemas"]["StatShare"];
            /** @description The public page. It cannot be retrieved later. */
            url: string;
        };
        /** @description A label for grouping links. */
        Tag: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The name, as first written or last renamed. */
            name: string;
            /** @description gray, red, orange, yellow, green, blue, purple or pink. */
            color: string;
            /** @description Number of links with this tag. */
            links: number;
        };
        /** @description Filters and sort order of the list of links under a name. */
        SavedView: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The filters. */
            filter: components["schemas"]["SavedViewFilter"];
            /**
             * @description The sort order.
             * @enum {string}
             */
            sort: "NEWEST" | "OLDEST" | "MOST_VISITED" | "RECENTLY_UPDATED";
            /**
             * Format: date-time
             * @description When the view was created.
             */
            createdAt: string;
        };
        /** @description The filters of a saved view; null fields filter nothing. Pass them to shortlinkConnection. */
        SavedViewFilter: {
            /** @description Text in slug, alias, target or title. */
            search: string | null;
            /** @description Tags that links have, all of them. */
            tags: string[] | null;
            /** @description The status of links. */
            status: ("ACTIVE" | "SCHEDULED" | "EXPIRED" | "USED_UP" | "DISABLED" | "BLOCKED") | null;
            /** @description False for links that are not archived, true for archived links, null for both. */
            archived: boolean | null;
            /** @description Tags that links do not have. */
            withoutTags: string[] | null;
            /**
             * Format: date-time
             * @description When links were created, at the earliest.
             */
            createdFrom: string | null;
            /**
             * Format: date-time
             * @description When links were created, before this time.
             */
            createdTo: string | null;
            /** @description Whether links have routing rules. */
            hasRules: boolean | null;
            /** @description Whether links have a password. */
            hasPassword: boolean | null;
            /** @description Whether links have a visit limit. */
            hasLimit: boolean | null;
            /** @description Whether links have campaign parameters. */
            hasCampaign: boolean | null;
            /** @description The custom domain of links, which may have been deleted since. */
            domainId: string | null;
        };
        /** @description Campaign parameters under a name. */
        CampaignTemplate: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The campaign parameters. */
            utm: components["schemas"]["Utm"];
            /**
             * Format: date-time
             * @description When the template was created.
             */
            createdAt: string;
        };
        /** @description Values that the dashboard's form of a new link starts with. Deleted records are null. */
        LinkDefaults: {
            /** @description The custom domain; null for the service's own host. */
            domainId: string | null;
            /** @description Names of tags. */
            tags: string[];
            /** @description The campaign template; null for none. */
            campaignTemplateId: string | null;
            /** @description The saved QR style; null for plain codes. */
            qrStyleId: string | null;
        };
        /** @description A custom domain. */
        Domain: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The hostname, in lowercase ASCII (punycode). */
            hostname: string;
            /** @description Whether the domain is verified and serves links. */
            verified: boolean;
            /**
             * Format: date-time
             * @description When the domain was verified; null if unverified.
             */
            verifiedAt: string | null;
            /** @description none until verified, then pending, then active once a proxy may issue a certificate. */
            sslStatus: string;
            /** @description Publish `shortlink-verify=<txtToken>` as a TXT record at `_shortlink.<hostname>`, or at the hostname itself, and keep it there. */
            txtToken: string;
            /**
             * Format: date-time
             * @description When the domain was added.
             */
            createdAt: string;
        };
        /** @description A design of QR codes under a name. */
        SavedQrStyle: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description Foreground color. */
            color: string;
            /** @description Background color. */
            bgColor: string;
            /** @description Error correction level: L, M, Q or H. */
            ecc: string;
            /** @description Quiet zone, in modules. */
            margin: number;
            /** @description How round the modules are, in percent, from 0 for squares to 80. */
            roundness: number;
            /** @description A picture for the middle: a PNG file as a data: URL. */
            logo: string | null;
            /**
             * @description The surroundings of the code.
             * @enum {string}
             */
            frame: "NONE" | "FRAME";
            /** @description The text in the frame. */
            caption: string | null;
            /**
             * Format: date-time
             * @description When the style was created.
             */
            createdAt: string;
        };
        /** @description A public bio page. */
        BioPage: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The slug in the page's URL, /bio/<slug>. */
            slug: string;
            /** @description The heading; null to use the slug. */
            title: string | null;
            /** @description A text below the title. */
            text: string | null;
            /** @description The URL of a picture, which replaces the initials. */
            pictureUrl: string | null;
            /** @description The theme: light, dark, auto, ocean, forest, sunset, mono. */
            theme: string;
            /** @description Own colors, which replace the ones of the theme; null without them. */
            colors: components["schemas"]["BioColors"] | null;
            /** @description The page's links, sorted by order, then by creation date. */
            links: components["schemas"]["BioLink"][];
            /**
             * Format: date-time
             * @description When the page was created.
             */
            createdAt: string;
            /** @description Views by people, bots excluded; null for everyone but the owner. */
            views: number | null;
        };
        /** @description Own colors of a bio page, each as #rrggbb. */
        BioColors: {
            /** @description Background of the page. */
            background: string;
            /** @description Color of title and text. */
            text: string;
            /** @description Color of the links; their text is black or white. */
            button: string;
        };
        /** @description A link on a bio page. */
        BioLink: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The link text; null to use the URL. */
            label: string | null;
            /** @description The URL the link opens. */
            url: string;
            /** @description Sort order, lowest first. */
            order: number;
        };
        /** @description Views of a bio page on one UTC day. */
        BioDayViews: {
            /** @description The day, such as 2026-05-01. */
            date: string;
            /** @description Views by people, bots excluded. */
            views: number;
        };
        /** @description A subscription to events. */
        Webhook: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The endpoint URL. */
            url: string;
            /** @description The subscribed event types. */
            events: string[];
            /** @description False if the owner disabled the webhook, its endpoint returned 410, or 20 events in a row failed. */
            enabled: boolean;
            /** @description Consecutive events that failed after all retries, since the last success or since the webhook was enabled. 20 failures disable it. */
            failures: number;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            createdAt: string;
        };
        /** @description A subscription to events. */
        WebhookWithSecret: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The endpoint URL. */
            url: string;
            /** @description The subscribed event types. */
            events: string[];
            /** @description False if the owner disabled the webhook, its endpoint returned 410, or 20 events in a row failed. */
            enabled: boolean;
            /** @description Consecutive events that failed after all retries, since the last success or since the webhook was enabled. 20 failures disable it. */
            failures: number;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            createdAt: string;
            /** @description The signing secret (Standard Webhooks); null except in the response that created it. */
            secret: string | null;
        };
        /** @description An event sent, or queued to be sent, to a webhook. */
        WebhookDelivery: {
            /** @description The value of the webhook-id header, the same for every attempt. */
            id: string;
            /** @description The event type. */
            event: string;
            /** @description The exact request body. It is stored and deleted with the delivery. */
            body: string;
            /** @description PENDING while attempts remain, then SUCCEEDED or FAILED. */
            status: string;
            /** @description The last HTTP status and the first 1 KiB of the body, or the network error. */
            response: string | null;
            /**
             * Format: date-time
             * @description When the delivery was queued.
             */
            createdAt: string;
            /** @description Number of attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if none is scheduled.
             */
            nextAttemptAt: string | null;
        };
        /** @description An API key, without its secret. */
        ApiKey: {
            /** @description Unique, stable identifier; not the key itself. */
            id: string;
            /** @description The name of the key. */
            label: string;
            /** @description The prefix of every key. */
            prefix: string;
            /** @description The last four characters of the key. */
            last4: string;
            /**
             * Format: date-time
             * @description When the key was last used, accurate to the minute; null if never.
             */
            lastUsedAt: string | null;
            /** @description The network of the client at the last use, /24 of IPv4 or /48 of IPv6; null if unknown. */
            lastUsedNetwork: string | null;
            /**
             * Format: date-time
             * @description When the key expires; null if never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createdAt: string;
            /** @description The scopes of the key; null for all. */
            scopes: string[] | null;
            /** @description Hosts that targets of the key's links must lead to; a leading dot includes all subdomains. Null for any host. */
            targetHosts: string[] | null;
            /** @description The id of the key that this key replaces. */
            rotatedFrom: string | null;
        };
        /** @description A newly created API key. */
        CreatedApiKey: {
            /** @description The key, without its secret. */
            apiKey: components["schemas"]["ApiKey"];
            /** @description The key, for the x-api-key header. It cannot be retrieved later. */
            secret: string;
        };
        /** @description An account. */
        User: {
            /** @description Unique, stable identifier. */
            id: string;
            /** @description The account holder's name. */
            name: string;
            /** @description The email address, as entered at sign-up. */
            email: string;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            createdAt: string;
            /** @description USER, or ADMIN for an administrator of the instance. */
            role: string;
            /** @description IP addresses and CIDR blocks whose visits to the account's links are not recorded. */
            ignoredAddresses: string[];
        };
        /** @description A session: a login that has not ended. */
        Session: {
            /** @description Unique, stable identifier; no credential. */
            id: string;
            /** @description The browser or program; null if unknown. */
            browser: string | null;
            /** @description The operating system; null if unknown. */
            os: string | null;
            /** @description The network of the IP address: a /24 block of IPv4, a /48 block of IPv6. Null if unknown. */
            network: string | null;
            /**
             * Format: date-time
             * @description When the session began.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the session was last used, accurate to five minutes.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When the session expires.
             */
            expiresAt: string;
            /** @description Whether this request belongs to the session. */
            current: boolean;
        };
        /** @description A change of a record, a login or a failed login. It contains no values. */
        AuditEntry: {
            /** @description Unique, stable identifier. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description Who did it: `session:<id>`, `key:<id of the API key>`, `admin:<id of the account>`, `cli` for a command of the operator, or `system`. */
            actor: string;
            /**
             * @description Where it was done.
             * @enum {string}
             */
            surface: "GRAPHQL" | "MCP" | "REST" | "CLI" | "SYSTEM";
            /** @description The action, such as `createLink`, `updateLink` or `loginFailed`. */
            action: string;
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            targetKind: "ACCOUNT" | "API_KEY" | "LINK" | "TAG" | "DOMAIN" | "WEBHOOK" | "WEBHOOK_DELIVERY" | "BIO_PAGE" | "BIO_LINK" | "BLOCKED_HOST" | "REPORT" | "STAT_SHARE" | "QR_STYLE" | "CONNECTED_APP" | "SAVED_VIEW" | "CAMPAIGN_TEMPLATE" | "IMPORT" | "ANNOTATION";
            /** @description The id of the record. */
            targetId: string;
            /** @description The names of the changed fields; empty if the record was created or deleted. */
            changed: string[];
            /** @description The id of the request in the server's log; null for commands. */
            requestId: string | null;
            /** @description The client's network, /24 of IPv4 or /48 of IPv6; only of logins, failed logins and sign-ups. */
            network: string | null;
        };
        /** @description Links created in a month, and the plan's monthly limit. */
        UsageMeter: {
            /**
             * Format: date-time
             * @description Start of the metered month.
             */
            periodStart: string | null;
            /**
             * Format: date-time
             * @description End of the metered month (exclusive).
             */
            periodEnd: string | null;
            /** @description Links created in the month. */
            linksCreated: number;
            /** @description Additional links purchased in the month. */
            refillLinks: number;
            /** @description Links included in the plan per month. */
            allowance: number;
        };
        /** @description A plan offered for a billing interval. */
        BillingPlan: {
            /**
             * @description The plan.
             * @enum {string}
             */
            plan: "FREE" | "STARTER" | "PRO";
            /** @description Billing interval: month or year. */
            interval: string;
            /** @description Price per billing interval. */
            displayPrice: string;
            /** @description Price per month. */
            displayPerMonth: string;
            /** @description Price per year; null for monthly plans. */
            yearlyTotal: string | null;
            /** @description Links per month; 0 if unmetered. */
            links: number;
            /** @description Who the plan is for. */
            description: string;
            /** @description What the plan includes. */
            features: string[];
            /** @description Price id for createCheckoutSession; null if the plan is not for sale. */
            priceId: string | null;
        };
        /** @description Settings for buying additional links automatically. */
        AutoRefillSetting: {
            /** @description Whether packs are purchased automatically. */
            enabled: boolean;
            /** @description Percentage of available links used that triggers a purchase. */
            thresholdPercent: number;
            /** @description Links per pack. */
            refillPackLinks: number;
            /** @description Maximum monthly spend on packs, in whole currency units. */
            maxMonthlySpend: number;
            /** @description Why the last purchase failed; null if it did not. */
            failure: string | null;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description The documentation of the code.
             */
            type: string;
            /** @description The meaning of the code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /**
             * @description The code, for programs.
             * @enum {string}
             */
            code: "BAD_USER_INPUT" | "UNAUTHENTICATED" | "PLAN_LIMIT" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "QUERY_TOO_COMPLEX" | "RATE_LIMITED" | "INTERNAL_SERVER_ERROR" | "UPSTREAM_FAILED" | "BILLING_NOT_CONFIGURED" | "UNAVAILABLE";
            /** @description The cause, for people. */
            detail: string;
            /** @description The invalid parts of the request. */
            errors?: components["schemas"]["Fault"][];
            /** @description Why the credentials were rejected. */
            reason?: string;
            /** @description Finds the cause in the log of the server. */
            requestId?: string;
        };
        /** @description An invalid part of a request. */
        Fault: {
            /** @description Its place in the body, as a JSON pointer. */
            pointer?: string;
            /** @description Or the name of the parameter. */
            parameter?: string;
            /** @description The error. */
            detail: string;
        };
    };
    responses: {
        /** @description `BAD_USER_INPUT`: The request is invalid. */
        Problem400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `UNAUTHENTICATED`: Credentials are missing or invalid. */
        Problem401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `PLAN_LIMIT`: The plan does not include this. */
        Problem402: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `FORBIDDEN`: The credentials do not permit this. */
        Problem403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `NOT_FOUND`: The record does not exist. */
        Problem404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `CONFLICT`: The request conflicts with existing data. */
        Problem409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `QUERY_TOO_COMPLEX`: The request needs too much work. */
        Problem422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests. */
        Problem429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `INTERNAL_SERVER_ERROR`: Internal server error. */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `UPSTREAM_FAILED`: Another service did not answer. */
        Problem502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `BILLING_NOT_CONFIGURED`: Billing is not configured. `UNAVAILABLE`: The service is unavailable for the moment. */
        Problem503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `CONFLICT`: The record has changed since the version in `If-Match`. */
        Problem412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `BAD_USER_INPUT`: The body is too long. */
        Problem413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `BAD_USER_INPUT`: The body is not JSON. */
        Problem415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The state of the rate limit: `r` requests remain for `t` seconds. */
        RateLimit: string;
        /** @description The rate limit: `q` requests in a window of `w` seconds. */
        "RateLimit-Policy": string;
        /** @description The requests of a window. */
        "RateLimit-Limit": number;
        /** @description The requests that remain in the window. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the window ends. */
        "RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listLinks: {
        parameters: {
            query?: {
                /** @description Only links whose slug, alias, target or title contains this text, case-insensitive, at most 2048 characters. */
                search?: string;
                /** @description Only links with all of these tags, at most 20. */
                tags?: string[];
                /** @description Only links with this status: ACTIVE, SCHEDULED, EXPIRED, USED_UP, DISABLED, BLOCKED. */
                status?: "ACTIVE" | "SCHEDULED" | "EXPIRED" | "USED_UP" | "DISABLED" | "BLOCKED";
                /** @description False, the default, excludes archived links; true returns only archived links; null returns both. */
                archived?: boolean | null;
                /** @description Only links with none of these tags, at most 20. */
                withoutTags?: string[];
                /** @description Only links created at this time or later, ISO 8601. */
                createdFrom?: string;
                /** @description Only links created before this time, ISO 8601. */
                createdTo?: string;
                /** @description True returns only links with routing rules, false only links without. */
                hasRules?: boolean | null;
                /** @description True returns only links with a password, false only links without. */
                hasPassword?: boolean | null;
                /** @description True returns only links with a visit limit, false only links without. */
                hasLimit?: boolean | null;
                /** @description True returns only links with campaign parameters, false only links without. */
                hasCampaign?: boolean | null;
                /** @description Only links on the caller's custom domain of this id. */
                domainId?: string;
                /** @description The sort order: NEWEST, OLDEST, MOST_VISITED, RECENTLY_UPDATED. Ties are sorted newest first. */
                sort?: "NEWEST" | "OLDEST" | "MOST_VISITED" | "RECENTLY_UPDATED";
                /** @description Maximum number of links. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["LinkOutline"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                     */
                    target: string;
                    /** @description The path of the short URL: 1 to 100 characters from A-Z a-z 0-9 _ -, case-sensitive. Generated if omitted. */
                    slug?: string | null;
                    /** @description The display title, at most 500 characters. */
                    title?: string | null;
                    /** @description Whether to record visits; true if omitted. */
                    enableTracking?: boolean | null;
                    /** @description The id of the caller's verified domain for the link; the service's own host if omitted. */
                    domainId?: string | null;
                    /** @description Routing rules: at most 50, and 64 KiB of JSON in total; without an account 5 and 4 KiB. The first rule that matches decides the target; if none matches, `target` applies. */
                    rules?: {
                        /**
                         * @description The condition type, 1 to 32 characters: device, os, browser, country, continent, region, city, language, query, referrer, ip, before, after, time, weekday, visits, percent, all.
                         * @enum {string}
                         */
                        type: "device" | "os" | "browser" | "country" | "continent" | "region" | "city" | "language" | "query" | "referrer" | "ip" | "before" | "after" | "time" | "weekday" | "visits" | "percent" | "all";
                        /** @description The values to match: at most 2048 characters and 100 alternatives, separated by commas. Alternatives of all conditions in `all` count together. A leading `!` negates. */
                        value: string;
                        /**
                         * Format: uri
                         * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                         */
                        target: string;
                    }[] | null;
                    /** @description The password that visitors must enter, 4 to 128 characters. It is never shown again. */
                    password?: string | null;
                    /** @description When the link becomes active, in ISO 8601 with a time zone; null removes it. */
                    startsAt?: string | null;
                    /** @description When the link expires, in ISO 8601 with a time zone; null removes it. */
                    expiresAt?: string | null;
                    /** @description Where to redirect visitors while the link is inactive. An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service. */
                    fallbackTarget?: string | null;
                    /** @description Maximum number of visits, 1 to 1000000000; null for no limit. */
                    maxVisits?: number | null;
                    /** @description The HTTP status of the redirect: 301, 302, 303, 307, 308; 302 by default. */
                    redirectStatus?: (301 | 302 | 303 | 307 | 308) | null;
                    /** @description Whether to append the visitor's query to the target. */
                    forwardQuery?: boolean | null;
                    /** @description Whether to append the path after the slug to the target. */
                    forwardPath?: boolean | null;
                    /** @description Campaign parameters to add to the target; null removes all. */
                    utm?: {
                        /** @description utm_source: 1 to 200 characters. */
                        source?: string | null;
                        /** @description utm_medium: 1 to 200 characters. */
                        medium?: string | null;
                        /** @description utm_campaign: 1 to 200 characters. */
                        campaign?: string | null;
                        /** @description utm_term: 1 to 200 characters. */
                        term?: string | null;
                        /** @description utm_content: 1 to 200 characters. */
                        content?: string | null;
                    } | null;
                    /** @description Tags, which replace existing tags: at most 20, each at most 50 characters. */
                    tags?: string[] | null;
                    /** @description A private note for the owner, at most 2000 characters. */
                    note?: string | null;
                    /** @description The key of a record in another system that the link belongs to: 1 to 200 printable characters, unique among the caller's links; null removes it. */
                    externalId?: string | null;
                    /** @description The preview that social networks and messengers show; null removes it. */
                    preview?: {
                        /** @description The title: at most 200 characters. */
                        title?: string | null;
                        /** @description The description: at most 500 characters. */
                        description?: string | null;
                        /** @description The URL of an image: https://, at most 2048 characters. */
                        image?: string | null;
                    } | null;
                    /** @description Whether to return the caller's newest active link with this target instead of creating one. Skips links with a password, limit, schedule, rules or externalId. Not allowed with a slug or externalId. */
                    reuse?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    countLinks: {
        parameters: {
            query?: {
                /** @description Only links whose slug, alias, target or title contains this text, case-insensitive, at most 2048 characters. */
                search?: string;
                /** @description Only links with all of these tags, at most 20. */
                tags?: string[];
                /** @description Only links with this status: ACTIVE, SCHEDULED, EXPIRED, USED_UP, DISABLED, BLOCKED. */
                status?: "ACTIVE" | "SCHEDULED" | "EXPIRED" | "USED_UP" | "DISABLED" | "BLOCKED";
                /** @description False, the default, excludes archived links; true returns only archived links; null returns both. */
                archived?: boolean | null;
                /** @description Only links with none of these tags, at most 20. */
                withoutTags?: string[];
                /** @description Only links created at this time or later, ISO 8601. */
                createdFrom?: string;
                /** @description Only links created before this time, ISO 8601. */
                createdTo?: string;
                /** @description True returns only links with routing rules, false only links without. */
                hasRules?: boolean | null;
                /** @description True returns only links with a password, false only links without. */
                hasPassword?: boolean | null;
                /** @description True returns only links with a visit limit, false only links without. */
                hasLimit?: boolean | null;
                /** @description True returns only links with campaign parameters, false only links without. */
                hasCampaign?: boolean | null;
                /** @description Only links on the caller's custom domain of this id. */
                domainId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of links that match the filter. */
                        count: number;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag`: the response is 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The link's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description The record has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The link's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
                /** @description An `ETag`: the record is only changed if it is still current; otherwise the status is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The link's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description The new target; cannot be cleared. An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                     */
                    target?: string;
                    /** @description The display title, at most 500 characters; null removes it. */
                    title?: string | null;
                    /** @description Whether to record visits from now on. */
                    enableTracking?: boolean;
                    /** @description Routing rules, which replace all existing rules: at most 50, and 64 KiB of JSON in total; null removes them. */
                    rules?: {
                        /**
                         * @description The condition type, 1 to 32 characters: device, os, browser, country, continent, region, city, language, query, referrer, ip, before, after, time, weekday, visits, percent, all.
                         * @enum {string}
                         */
                        type: "device" | "os" | "browser" | "country" | "continent" | "region" | "city" | "language" | "query" | "referrer" | "ip" | "before" | "after" | "time" | "weekday" | "visits" | "percent" | "all";
                        /** @description The values to match: at most 2048 characters and 100 alternatives, separated by commas. Alternatives of all conditions in `all` count together. A leading `!` negates. */
                        value: string;
                        /**
                         * Format: uri
                         * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                         */
                        target: string;
                    }[] | null;
                    /** @description The password that visitors must enter, 4 to 128 characters. It is never shown again; null removes it. */
                    password?: string | null;
                    /** @description When the link becomes active, in ISO 8601 with a time zone; null removes it. */
                    startsAt?: string | null;
                    /** @description When the link expires, in ISO 8601 with a time zone; null removes it. */
                    expiresAt?: string | null;
                    /** @description Where to redirect visitors while the link is inactive. An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service. */
                    fallbackTarget?: string | null;
                    /** @description Maximum number of visits, 1 to 1000000000; null for no limit. */
                    maxVisits?: number | null;
                    /** @description The HTTP status of the redirect: 301, 302, 303, 307, 308; 302 by default. */
                    redirectStatus?: (301 | 302 | 303 | 307 | 308) | null;
                    /** @description Whether to append the visitor's query to the target. */
                    forwardQuery?: boolean | null;
                    /** @description Whether to append the path after the slug to the target. */
                    forwardPath?: boolean | null;
                    /** @description Campaign parameters to add to the target; null removes all. */
                    utm?: {
                        /** @description utm_source: 1 to 200 characters. */
                        source?: string | null;
                        /** @description utm_medium: 1 to 200 characters. */
                        medium?: string | null;
                        /** @description utm_campaign: 1 to 200 characters. */
                        campaign?: string | null;
                        /** @description utm_term: 1 to 200 characters. */
                        term?: string | null;
                        /** @description utm_content: 1 to 200 characters. */
                        content?: string | null;
                    } | null;
                    /** @description Tags, which replace existing tags: at most 20, each at most 50 characters. */
                    tags?: string[] | null;
                    /** @description A private note for the owner, at most 2000 characters. */
                    note?: string | null;
                    /** @description The key of a record in another system that the link belongs to: 1 to 200 printable characters, unique among the caller's links; null removes it. */
                    externalId?: string | null;
                    /** @description The preview that social networks and messengers show; null removes it. */
                    preview?: {
                        /** @description The title: at most 200 characters. */
                        title?: string | null;
                        /** @description The description: at most 500 characters. */
                        description?: string | null;
                        /** @description The URL of an image: https://, at most 2048 characters. */
                        image?: string | null;
                    } | null;
                    /** @description False disables the link. */
                    enabled?: boolean | null;
                    /** @description True hides the link from lists; it still redirects. */
                    archived?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    getLinkBySlug: {
        parameters: {
            query?: {
                /** @description The slug's custom domain, if any. */
                hostname?: string;
            };
            header?: {
                /** @description An `ETag`: the response is 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description The record has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getLinkByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag`: the response is 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The externalId, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description The record has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    upsertLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
                /** @description An `ETag`: the record is only changed if it is still current; otherwise the status is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The key of the link's record in another system: 1 to 200 printable characters, unique among the caller's links. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                     */
                    target: string;
                    /** @description The path of the short URL: 1 to 100 characters from A-Z a-z 0-9 _ -, case-sensitive. Generated if omitted. */
                    slug?: string | null;
                    /** @description The display title, at most 500 characters. */
                    title?: string | null;
                    /** @description Whether to record visits; true if omitted. */
                    enableTracking?: boolean | null;
                    /** @description The id of the caller's verified domain for the link; the service's own host if omitted. */
                    domainId?: string | null;
                    /** @description Routing rules: at most 50, and 64 KiB of JSON in total; without an account 5 and 4 KiB. The first rule that matches decides the target; if none matches, `target` applies. */
                    rules?: {
                        /**
                         * @description The condition type, 1 to 32 characters: device, os, browser, country, continent, region, city, language, query, referrer, ip, before, after, time, weekday, visits, percent, all.
                         * @enum {string}
                         */
                        type: "device" | "os" | "browser" | "country" | "continent" | "region" | "city" | "language" | "query" | "referrer" | "ip" | "before" | "after" | "time" | "weekday" | "visits" | "percent" | "all";
                        /** @description The values to match: at most 2048 characters and 100 alternatives, separated by commas. Alternatives of all conditions in `all` count together. A leading `!` negates. */
                        value: string;
                        /**
                         * Format: uri
                         * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                         */
                        target: string;
                    }[] | null;
                    /** @description The password that visitors must enter, 4 to 128 characters. It is never shown again. */
                    password?: string | null;
                    /** @description When the link becomes active, in ISO 8601 with a time zone; null removes it. */
                    startsAt?: string | null;
                    /** @description When the link expires, in ISO 8601 with a time zone; null removes it. */
                    expiresAt?: string | null;
                    /** @description Where to redirect visitors while the link is inactive. An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service. */
                    fallbackTarget?: string | null;
                    /** @description Maximum number of visits, 1 to 1000000000; null for no limit. */
                    maxVisits?: number | null;
                    /** @description The HTTP status of the redirect: 301, 302, 303, 307, 308; 302 by default. */
                    redirectStatus?: (301 | 302 | 303 | 307 | 308) | null;
                    /** @description Whether to append the visitor's query to the target. */
                    forwardQuery?: boolean | null;
                    /** @description Whether to append the path after the slug to the target. */
                    forwardPath?: boolean | null;
                    /** @description Campaign parameters to add to the target; null removes all. */
                    utm?: {
                        /** @description utm_source: 1 to 200 characters. */
                        source?: string | null;
                        /** @description utm_medium: 1 to 200 characters. */
                        medium?: string | null;
                        /** @description utm_campaign: 1 to 200 characters. */
                        campaign?: string | null;
                        /** @description utm_term: 1 to 200 characters. */
                        term?: string | null;
                        /** @description utm_content: 1 to 200 characters. */
                        content?: string | null;
                    } | null;
                    /** @description Tags, which replace existing tags: at most 20, each at most 50 characters. */
                    tags?: string[] | null;
                    /** @description A private note for the owner, at most 2000 characters. */
                    note?: string | null;
                    /** @description The preview that social networks and messengers show; null removes it. */
                    preview?: {
                        /** @description The title: at most 200 characters. */
                        title?: string | null;
                        /** @description The description: at most 500 characters. */
                        description?: string | null;
                        /** @description The URL of an image: https://, at most 2048 characters. */
                        image?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteLinkByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The externalId, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    createLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 1000 items, with at most 100 different passwords. */
                    inputs: {
                        /**
                         * Format: uri
                         * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                         */
                        target: string;
                        /** @description The path of the short URL: 1 to 100 characters from A-Z a-z 0-9 _ -, case-sensitive. Generated if omitted. */
                        slug?: string | null;
                        /** @description The display title, at most 500 characters. */
                        title?: string | null;
                        /** @description Whether to record visits; true if omitted. */
                        enableTracking?: boolean | null;
                        /** @description The id of the caller's verified domain for the link; the service's own host if omitted. */
                        domainId?: string | null;
                        /** @description Routing rules: at most 50, and 64 KiB of JSON in total; without an account 5 and 4 KiB. The first rule that matches decides the target; if none matches, `target` applies. */
                        rules?: {
                            /**
                             * @description The condition type, 1 to 32 characters: device, os, browser, country, continent, region, city, language, query, referrer, ip, before, after, time, weekday, visits, percent, all.
                             * @enum {string}
                             */
                            type: "device" | "os" | "browser" | "country" | "continent" | "region" | "city" | "language" | "query" | "referrer" | "ip" | "before" | "after" | "time" | "weekday" | "visits" | "percent" | "all";
                            /** @description The values to match: at most 2048 characters and 100 alternatives, separated by commas. Alternatives of all conditions in `all` count together. A leading `!` negates. */
                            value: string;
                            /**
                             * Format: uri
                             * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                             */
                            target: string;
                        }[] | null;
                        /** @description The password that visitors must enter, 4 to 128 characters. It is never shown again. */
                        password?: string | null;
                        /** @description When the link becomes active, in ISO 8601 with a time zone; null removes it. */
                        startsAt?: string | null;
                        /** @description When the link expires, in ISO 8601 with a time zone; null removes it. */
                        expiresAt?: string | null;
                        /** @description Where to redirect visitors while the link is inactive. An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service. */
                        fallbackTarget?: string | null;
                        /** @description Maximum number of visits, 1 to 1000000000; null for no limit. */
                        maxVisits?: number | null;
                        /** @description The HTTP status of the redirect: 301, 302, 303, 307, 308; 302 by default. */
                        redirectStatus?: (301 | 302 | 303 | 307 | 308) | null;
                        /** @description Whether to append the visitor's query to the target. */
                        forwardQuery?: boolean | null;
                        /** @description Whether to append the path after the slug to the target. */
                        forwardPath?: boolean | null;
                        /** @description Campaign parameters to add to the target; null removes all. */
                        utm?: {
                            /** @description utm_source: 1 to 200 characters. */
                            source?: string | null;
                            /** @description utm_medium: 1 to 200 characters. */
                            medium?: string | null;
                            /** @description utm_campaign: 1 to 200 characters. */
                            campaign?: string | null;
                            /** @description utm_term: 1 to 200 characters. */
                            term?: string | null;
                            /** @description utm_content: 1 to 200 characters. */
                            content?: string | null;
                        } | null;
                        /** @description Tags, which replace existing tags: at most 20, each at most 50 characters. */
                        tags?: string[] | null;
                        /** @description A private note for the owner, at most 2000 characters. */
                        note?: string | null;
                        /** @description The key of a record in another system that the link belongs to: 1 to 200 printable characters, unique among the caller's links; null removes it. */
                        externalId?: string | null;
                        /** @description The preview that social networks and messengers show; null removes it. */
                        preview?: {
                            /** @description The title: at most 200 characters. */
                            title?: string | null;
                            /** @description The description: at most 500 characters. */
                            description?: string | null;
                            /** @description The URL of an image: https://, at most 2048 characters. */
                            image?: string | null;
                        } | null;
                        /** @description Whether to return the caller's newest active link with this target instead of creating one. Skips links with a password, limit, schedule, rules or externalId. Not allowed with a slug or externalId. */
                        reuse?: boolean | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description One result for each item, in their order. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["BulkLinkResult"][];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of links, at most 1000. */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            /** @description The item's zero-based position in the request. */
                            index: number;
                            /** @description Whether the item succeeded. */
                            ok: boolean;
                            /** @description The error message, if the item failed. */
                            error: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 1000 items, with at most 100 different passwords. */
                    inputs: {
                        /** @description The link's id. */
                        id: string;
                        /**
                         * Format: uri
                         * @description The new target; cannot be cleared. An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                         */
                        target?: string;
                        /** @description The display title, at most 500 characters; null removes it. */
                        title?: string | null;
                        /** @description Whether to record visits from now on. */
                        enableTracking?: boolean;
                        /** @description Routing rules, which replace all existing rules: at most 50, and 64 KiB of JSON in total; null removes them. */
                        rules?: {
                            /**
                             * @description The condition type, 1 to 32 characters: device, os, browser, country, continent, region, city, language, query, referrer, ip, before, after, time, weekday, visits, percent, all.
                             * @enum {string}
                             */
                            type: "device" | "os" | "browser" | "country" | "continent" | "region" | "city" | "language" | "query" | "referrer" | "ip" | "before" | "after" | "time" | "weekday" | "visits" | "percent" | "all";
                            /** @description The values to match: at most 2048 characters and 100 alternatives, separated by commas. Alternatives of all conditions in `all` count together. A leading `!` negates. */
                            value: string;
                            /**
                             * Format: uri
                             * @description An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service.
                             */
                            target: string;
                        }[] | null;
                        /** @description The password that visitors must enter, 4 to 128 characters. It is never shown again; null removes it. */
                        password?: string | null;
                        /** @description When the link becomes active, in ISO 8601 with a time zone; null removes it. */
                        startsAt?: string | null;
                        /** @description When the link expires, in ISO 8601 with a time zone; null removes it. */
                        expiresAt?: string | null;
                        /** @description Where to redirect visitors while the link is inactive. An absolute http:// or https:// URL of at most 2048 characters, without credentials; not a short link of this service. */
                        fallbackTarget?: string | null;
                        /** @description Maximum number of visits, 1 to 1000000000; null for no limit. */
                        maxVisits?: number | null;
                        /** @description The HTTP status of the redirect: 301, 302, 303, 307, 308; 302 by default. */
                        redirectStatus?: (301 | 302 | 303 | 307 | 308) | null;
                        /** @description Whether to append the visitor's query to the target. */
                        forwardQuery?: boolean | null;
                        /** @description Whether to append the path after the slug to the target. */
                        forwardPath?: boolean | null;
                        /** @description Campaign parameters to add to the target; null removes all. */
                        utm?: {
                            /** @description utm_source: 1 to 200 characters. */
                            source?: string | null;
                            /** @description utm_medium: 1 to 200 characters. */
                            medium?: string | null;
                            /** @description utm_campaign: 1 to 200 characters. */
                            campaign?: string | null;
                            /** @description utm_term: 1 to 200 characters. */
                            term?: string | null;
                            /** @description utm_content: 1 to 200 characters. */
                            content?: string | null;
                        } | null;
                        /** @description Tags, which replace existing tags: at most 20, each at most 50 characters. */
                        tags?: string[] | null;
                        /** @description A private note for the owner, at most 2000 characters. */
                        note?: string | null;
                        /** @description The key of a record in another system that the link belongs to: 1 to 200 printable characters, unique among the caller's links; null removes it. */
                        externalId?: string | null;
                        /** @description The preview that social networks and messengers show; null removes it. */
                        preview?: {
                            /** @description The title: at most 200 characters. */
                            title?: string | null;
                            /** @description The description: at most 500 characters. */
                            description?: string | null;
                            /** @description The URL of an image: https://, at most 2048 characters. */
                            image?: string | null;
                        } | null;
                        /** @description False disables the link. */
                        enabled?: boolean | null;
                        /** @description True hides the link from lists; it still redirects. */
                        archived?: boolean | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description One result for each item, in their order. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["BulkLinkResult"][];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listHits: {
        parameters: {
            query?: {
                /** @description Maximum number of visits. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The link's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Hit"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    countHitsByCountry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CountryCount"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getQrCode: {
        parameters: {
            query?: {
                /** @description The image format. */
                format?: "svg" | "png";
                /** @description Size in pixels. */
                size?: number;
                /** @description Error correction level, lowest to highest. */
                ecc?: "L" | "M" | "Q" | "H";
                /** @description Quiet zone, in modules. */
                margin?: number;
                /** @description Foreground color; #000000 if omitted. */
                color?: string;
                /** @description Background color; #ffffff if omitted. */
                bgColor?: string;
            };
            header?: {
                /** @description An `ETag`: the response is 304 without a body if it is still current. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The link's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                    "image/png": string;
                };
            };
            /** @description The record has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The link's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The alias: 1 to 100 characters from A-Z a-z 0-9 _ -, case-sensitive. */
                    slug: string;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    removeAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The link's id. */
                id: string;
                /** @description The alias to remove, at most 2048 characters. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listImports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Import"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the file, at most 200 characters. */
                    name: string;
                    /** @description The program that wrote the file: shortlink, yourls, kutt, shlink, bitly, dub, rebrandly, shortio; detected if omitted. */
                    program?: ("shortlink" | "yourls" | "kutt" | "shlink" | "bitly" | "dub" | "rebrandly" | "shortio") | null;
                    /** @description Where links of a domain go, at most 100. Other links stay on their domain if it is a verified domain of the account, else go to the service's own host. */
                    domains?: {
                        /** @description The domain in the file; "default" for links without one. */
                        from: string;
                        /** @description A verified domain of the account, empty for the own host of the service, null to skip its links. */
                        to?: (string | "") | null;
                    }[] | null;
                    /** @description Restrictions that links may lose, at most 7: password, expiry, start, visit-limit, archived, rules, domain. */
                    acceptedLosses?: ("password" | "expiry" | "start" | "visit-limit" | "archived" | "rules" | "domain")[] | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    addImportPart: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The import's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The number of the part, counted from 0. */
                    index: number;
                    /** @description The next characters of the file, at most 262144. */
                    text: string;
                    /**
                     * @description Whether this is the last part. The server then makes the preview.
                     * @default false
                     */
                    last?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The import's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The program that wrote the file: shortlink, yourls, kutt, shlink, bitly, dub, rebrandly, shortio; detected if omitted. */
                    program?: ("shortlink" | "yourls" | "kutt" | "shlink" | "bitly" | "dub" | "rebrandly" | "shortio") | null;
                    /** @description Where links of a domain go, at most 100. Other links stay on their domain if it is a verified domain of the account, else go to the service's own host. */
                    domains?: {
                        /** @description The domain in the file; "default" for links without one. */
                        from: string;
                        /** @description A verified domain of the account, empty for the own host of the service, null to skip its links. */
                        to?: (string | "") | null;
                    }[] | null;
                    /** @description Restrictions that links may lose, at most 7: password, expiry, start, visit-limit, archived, rules, domain. */
                    acceptedLosses?: ("password" | "expiry" | "start" | "visit-limit" | "archived" | "rules" | "domain")[] | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The import's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The import's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /** @description Only these of the caller's links, at most 100; all if omitted. */
                linkIds?: string[];
                /** @description Slugs of links, instead of ids, at most 100. */
                slugs?: string[];
                /** @description The slug's custom domain, if any. */
                hostname?: string;
                /** @description Only links with any of these tags, at most 20. */
                tags?: string[];
                /** @description Only links on the caller's custom domain of this id. */
                domainId?: string;
                /** @description Start of the range, ISO 8601; 30 days before `to` if omitted, at most 1830 days before. */
                from?: string;
                /** @description End of the range (exclusive), ISO 8601; now if omitted. */
                to?: string;
                /** @description IANA time zone for days and hours, such as Europe/Berlin, at most 64 characters; UTC if omitted. */
                timeZone?: string;
                /** @description INCLUDE counts all visits, EXCLUDE human visits, ONLY bot visits. */
                bots?: "INCLUDE" | "EXCLUDE" | "ONLY";
                /** @description Conditions that must all match, at most 5. */
                where?: {
                    /**
                     * @description Dimension to compare.
                     * @enum {string}
                     */
                    by: "LINK" | "COUNTRY" | "CONTINENT" | "REGION" | "CITY" | "BROWSER" | "OS" | "DEVICE" | "LANGUAGE" | "REFERRER" | "RULE" | "DESTINATION" | "WEEKDAY" | "HOUR_OF_DAY" | "HOUR_OF_WEEK" | "UTM_SOURCE" | "UTM_MEDIUM" | "UTM_CAMPAIGN" | "UTM_TERM" | "UTM_CONTENT" | "REF";
                    /** @description Values to match exactly, at most 100. A visit matches if it has any of them. */
                    values: string[];
                    /**
                     * @description Whether to exclude matching visits, instead of all others.
                     * @default false
                     */
                    not?: boolean | null;
                }[];
                /** @description Whether to also count visits in the previous period. */
                previous?: boolean | null;
                /** @description Adds `series`: one point per interval, at most 2000. */
                interval?: "HOUR" | "DAY" | "WEEK" | "MONTH";
                /** @description Adds the most visited values of a dimension; may be repeated, at most 10 times. */
                breakdown?: ("LINK" | "COUNTRY" | "CONTINENT" | "REGION" | "CITY" | "BROWSER" | "OS" | "DEVICE" | "LANGUAGE" | "REFERRER" | "RULE" | "DESTINATION" | "WEEKDAY" | "HOUR_OF_DAY" | "HOUR_OF_WEEK" | "UTM_SOURCE" | "UTM_MEDIUM" | "UTM_CAMPAIGN" | "UTM_TERM" | "UTM_CONTENT" | "REF")[];
                /** @description Number of rows: 10 if omitted, at most 100; at most 168 by HOUR_OF_WEEK. */
                take?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-01T00:00:00.000Z",
                     *       "to": "2026-12-01T00:00:00.000Z",
                     *       "timeZone": "Europe/Berlin",
                     *       "totals": {
                     *         "hits": 120,
                     *         "bots": 20,
                     *         "visitors": 64
                     *       },
                     *       "previous": {
                     *         "hits": 90,
                     *         "bots": 12,
                     *         "visitors": 51
                     *       },
                     *       "series": [
                     *         {
                     *           "at": "2026-11-01T00:00:00.000Z",
                     *           "hits": 120,
                     *           "bots": 20,
                     *           "visitors": 64
                     *         }
                     *       ],
                     *       "breakdowns": {
                     *         "COUNTRY": {
                     *           "rows": [
                     *             {
                     *               "value": "DE",
                     *               "label": "Germany",
                     *               "hits": 80,
                     *               "bots": 4,
                     *               "visitors": 50
                     *             }
                     *           ],
                     *           "other": {
                     *             "hits": 40,
                     *             "bots": 16,
                     *             "visitors": 14
                     *           }
                     *         }
                     *       },
                     *       "keptFrom": null,
                     *       "visitorsFrom": "2026-10-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Start of the range. */
                        from: string;
                        /** @description End of the range, exclusive. */
                        to: string;
                        /** @description Time zone of days and hours, as requested. */
                        timeZone: string;
                        /** @description Sums of the range. */
                        totals: {
                            /** @description Number of visits, including bots. */
                            hits: number;
                            /** @description Number of visits by bots. */
                            bots: number;
                            /** @description Number of unique visitors, summed by day. */
                            visitors: number;
                        };
                        /** @description Sums of the previous period. */
                        previous: {
                            /** @description Number of visits, including bots. */
                            hits: number;
                            /** @description Number of visits by bots. */
                            bots: number;
                            /** @description Number of unique visitors, summed by day. */
                            visitors: number;
                        };
                        /** @description One point per interval, if `interval` is given. */
                        series?: {
                            /** @description Start of the interval. */
                            at: string;
                            /** @description Number of visits, including bots. */
                            hits: number;
                            /** @description Number of visits by bots. */
                            bots: number;
                            /** @description Number of unique visitors, summed by day. */
                            visitors: number;
                        }[];
                        /** @description By dimension, such as `COUNTRY`: `rows` has the most visited values, and `other` the sums of all others. */
                        breakdowns: {
                            [key: string]: {
                                /** @description The most visited values, most first. */
                                rows: {
                                    /** @description The value, such as DE; null if it is no longer stored. */
                                    value: string | null;
                                    /** @description The value for people, such as Germany. */
                                    label: string;
                                    /** @description Number of visits, including bots. */
                                    hits: number;
                                    /** @description Number of visits by bots. */
                                    bots: number;
                                    /** @description Number of unique visitors, summed by day. */
                                    visitors: number;
                                }[];
                                /** @description Sums of all other values. */
                                other: {
                                    /** @description Number of visits, including bots. */
                                    hits: number;
                                    /** @description Number of visits by bots. */
                                    bots: number;
                                    /** @description Number of unique visitors, summed by day. */
                                    visitors: number;
                                };
                            };
                        };
                        /** @description Start of the retained visits; null while no visit was deleted. */
                        keptFrom: string | null;
                        /** @description Start of the visitor counts; null while visitors are not counted. */
                        visitorsFrom: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAnnotations: {
        parameters: {
            query?: {
                /** @description Only annotations of this link, by id, and of the whole account; all if omitted. */
                linkId?: string;
                /** @description The first day, as YYYY-MM-DD. */
                fromDate?: string;
                /** @description The last day, as YYYY-MM-DD. */
                toDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Annotation"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The link, by id; the whole account if omitted. */
                    linkId?: string | null;
                    /**
                     * Format: date
                     * @description The calendar day, as YYYY-MM-DD.
                     */
                    date: string;
                    /** @description The text, at most 80 characters. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The annotation's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The annotation's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date
                     * @description The calendar day, as YYYY-MM-DD.
                     */
                    date?: string;
                    /** @description The text, at most 80 characters. */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    getLinkTotals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortlinkAnalytics"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listUnknownVisits: {
        parameters: {
            query?: {
                /** @description Only slugs on this verified custom domain of the caller, at most 255 characters; all domains if omitted. */
                hostname?: string;
                /** @description Number of UTC days, including today, 1 to 30. */
                days?: number;
                /** @description Number of slugs, 1 to 100. */
                limit?: number;
                /** @description Former name of `limit`, which takes precedence. */
                take?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UnknownVisit"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    exportHits: {
        parameters: {
            query?: {
                /** @description `csv` or `ndjson`; by default as in `Accept`, else NDJSON. */
                format?: "ndjson" | "csv";
                /** @description Only visits with higher ids: pass the last id of the previous export. */
                after?: string;
                /** @description Only visits at or after this time. */
                from?: string;
                /** @description Only visits before this time. */
                to?: string;
                /** @description Only visits to this link. */
                linkId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The visits, one per line. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"id":"8123456789012345","linkId":"0197f3a2-7c11-7a52-9d3e-1f0b8c6a4e21","slug":"summer","ip":"192.0.2.0","type":"IPv4","isp":null,"browser":"Firefox","browserVersion":"142.0","os":"Windows","osVersion":"10","timezone":"Europe/Berlin","city":"Berlin","postal":"10115","country":"DE","continent":"EU","createdAt":"2026-11-30T12:00:00.000Z","referrer":null,"device":"desktop","bot":false,"rule":null,"redirectedTo":"https://example.com/summer","language":"de","utmSource":"letter","utmMedium":null,"utmCampaign":null,"utmTerm":null,"utmContent":null,"firstToday":true,"ref":null} */
                    "application/x-ndjson": string;
                    /**
                     * @example id,linkId,slug,ip,type,isp,browser,browserVersion,os,osVersion,timezone,city,postal,country,continent,createdAt,referrer,device,bot,rule,redirectedTo,language,utmSource,utmMedium,utmCampaign,utmTerm,utmContent,firstToday,ref
                     *     8123456789012345,0197f3a2-7c11-7a52-9d3e-1f0b8c6a4e21,summer,192.0.2.0,IPv4,,Firefox,142.0,Windows,10,Europe/Berlin,Berlin,10115,DE,EU,2026-11-30T12:00:00.000Z,,desktop,false,,https://example.com/summer,de,letter,,,,,true,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getHit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The hit's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hit"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    watchHits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, until the client disconnects or an hour has passed. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: hit
                     *     data: {"id":"8123456789012345","link":{"id":"0197f3a2-7c11-7a52-9d3e-1f0b8c6a4e21","slug":"summer"},"country":"DE","city":"Berlin","device":"desktop","bot":false,"createdAt":"2026-11-30T12:00:00.000Z"}
                     *
                     *     event: skipped
                     *     data: {"skipped":12}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listStatShares: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["StatShare"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createStatShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The link, by id; all of the caller's links if omitted. */
                    linkId?: string | null;
                    /** @description The tag of the links, by id, instead of one link. */
                    tagId?: string | null;
                    /** @description The cards below the chart, at most 4; all if omitted. */
                    cards?: ("SOURCES" | "LOCATIONS" | "DEVICES" | "ACTIVITY")[] | null;
                    /**
                     * @description Whether the page lists recent visits, each with its time and the facts of the selected cards; false if omitted.
                     * @default false
                     */
                    showVisits?: boolean | null;
                    /** @description The password that visitors must enter, 4 to 128 characters. It is never shown again. */
                    password?: string | null;
                    /** @description When the page expires, in ISO 8601 with a time zone; never if omitted. */
                    expiresAt?: string | null;
                    /** @description Origins of websites that may embed the page in a frame, such as https://example.com, at most 10. */
                    origins?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedStatShare"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteStatShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The share's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateStatShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The share's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The cards below the chart, at most 4. */
                    cards?: ("SOURCES" | "LOCATIONS" | "DEVICES" | "ACTIVITY")[];
                    /** @description Whether the page lists recent visits, each with its time and the facts of the selected cards. */
                    showVisits?: boolean;
                    /** @description The password that visitors must enter, 4 to 128 characters. It is never shown again; null removes it. */
                    password?: string | null;
                    /** @description When the page expires, in ISO 8601 with a time zone; null for never. */
                    expiresAt?: string | null;
                    /** @description Origins of websites that may embed the page in a frame, such as https://example.com, at most 10. */
                    origins?: string[];
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatShare"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    getSharedStatistics: {
        parameters: {
            query?: {
                /** @description Start of the range, ISO 8601; 30 days before `to` if omitted, at most 1830 days before. */
                from?: string;
                /** @description End of the range (exclusive), ISO 8601; now if omitted. */
                to?: string;
                /** @description IANA time zone for days and hours, such as Europe/Berlin, at most 64 characters; UTC if omitted. */
                timeZone?: string;
                /** @description INCLUDE counts all visits, EXCLUDE human visits, ONLY bot visits. */
                bots?: "INCLUDE" | "EXCLUDE" | "ONLY";
                /** @description Whether to also count visits in the previous period. */
                previous?: boolean | null;
                /** @description Adds `series`: one point per interval, at most 2000. */
                interval?: "HOUR" | "DAY" | "WEEK" | "MONTH";
                /** @description Adds the most visited values of a dimension; may be repeated, at most 10 times. */
                breakdown?: ("LINK" | "COUNTRY" | "CONTINENT" | "REGION" | "CITY" | "BROWSER" | "OS" | "DEVICE" | "LANGUAGE" | "REFERRER" | "RULE" | "DESTINATION" | "WEEKDAY" | "HOUR_OF_DAY" | "HOUR_OF_WEEK" | "UTM_SOURCE" | "UTM_MEDIUM" | "UTM_CAMPAIGN" | "UTM_TERM" | "UTM_CONTENT" | "REF")[];
                /** @description Number of rows: 10 if omitted, at most 100; at most 168 by HOUR_OF_WEEK. */
                take?: number;
                /** @description Number of recent visits, newest first, at most 100. */
                visits?: number;
            };
            header?: {
                /** @description The password of a protected page, at most 1024 characters. A missing or wrong password returns FORBIDDEN. */
                "Share-Password"?: string;
                /** @description The access of an earlier response, instead of the password, for half a day; at most 200 characters. */
                "Share-Access"?: string;
            };
            path: {
                /** @description The last part of the page's URL, at most 200 characters. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-01T00:00:00.000Z",
                     *       "to": "2026-12-01T00:00:00.000Z",
                     *       "timeZone": "UTC",
                     *       "totals": {
                     *         "hits": 120,
                     *         "bots": 20,
                     *         "visitors": 64
                     *       },
                     *       "previous": {
                     *         "hits": 90,
                     *         "bots": 12,
                     *         "visitors": 51
                     *       },
                     *       "breakdowns": {
                     *         "COUNTRY": {
                     *           "rows": [
                     *             {
                     *               "value": "DE",
                     *               "label": "Germany",
                     *               "hits": 80,
                     *               "bots": 4,
                     *               "visitors": 50
                     *             }
                     *           ],
                     *           "other": {
                     *             "hits": 40,
                     *             "bots": 16,
                     *             "visitors": 14
                     *           }
                     *         }
                     *       },
                     *       "of": "LINK",
                     *       "name": "summer",
                     *       "cards": [
                     *         "LOCATIONS",
                     *         "DEVICES"
                     *       ],
                     *       "showVisits": true,
                     *       "expiresAt": null,
                     *       "access": null,
                     *       "visits": [
                     *         {
                     *           "at": "2026-11-30T08:13:00.000Z",
                     *           "country": "DE",
                     *           "region": "Bavaria",
                     *           "city": "Munich",
                     *           "device": "desktop",
                     *           "browser": "Firefox",
                     *           "os": "Linux",
                     *           "referrer": null,
                     *           "campaign": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Start of the range. */
                        from: string;
                        /** @description End of the range, exclusive. */
                        to: string;
                        /** @description Time zone of days and hours, as requested. */
                        timeZone: string;
                        /** @description Sums of the range. */
                        totals: {
                            /** @description Number of visits, including bots. */
                            hits: number;
                            /** @description Number of visits by bots. */
                            bots: number;
                            /** @description Number of unique visitors, summed by day. */
                            visitors: number;
                        };
                        /** @description Sums of the previous period. */
                        previous: {
                            /** @description Number of visits, including bots. */
                            hits: number;
                            /** @description Number of visits by bots. */
                            bots: number;
                            /** @description Number of unique visitors, summed by day. */
                            visitors: number;
                        };
                        /** @description One point per interval, if `interval` is given. */
                        series?: {
                            /** @description Start of the interval. */
                            at: string;
                            /** @description Number of visits, including bots. */
                            hits: number;
                            /** @description Number of visits by bots. */
                            bots: number;
                            /** @description Number of unique visitors, summed by day. */
                            visitors: number;
                        }[];
                        /** @description By dimension, such as `COUNTRY`: `rows` has the most visited values, and `other` the sums of all others. */
                        breakdowns: {
                            [key: string]: {
                                /** @description The most visited values, most first. */
                                rows: {
                                    /** @description The value, such as DE; null if it is no longer stored. */
                                    value: string | null;
                                    /** @description The value for people, such as Germany. */
                                    label: string;
                                    /** @description Number of visits, including bots. */
                                    hits: number;
                                    /** @description Number of visits by bots. */
                                    bots: number;
                                    /** @description Number of unique visitors, summed by day. */
                                    visitors: number;
                                }[];
                                /** @description Sums of all other values. */
                                other: {
                                    /** @description Number of visits, including bots. */
                                    hits: number;
                                    /** @description Number of visits by bots. */
                                    bots: number;
                                    /** @description Number of unique visitors, summed by day. */
                                    visitors: number;
                                };
                            };
                        };
                        /**
                         * @description The subject of the numbers: a link, the links with a tag, or all links.
                         * @enum {string}
                         */
                        of: "LINK" | "TAG" | "ALL";
                        /** @description The slug of the link or the name of the tag; null for all links. */
                        name: string | null;
                        /** @description The cards that may be read. */
                        cards: ("SOURCES" | "LOCATIONS" | "DEVICES" | "ACTIVITY")[];
                        /** @description Whether recent visits may be read. */
                        showVisits: boolean;
                        /** @description When the page expires; null for never. */
                        expiresAt: string | null;
                        /** @description Stands for the password in later requests, as `Share-Access`; null without a password. */
                        access: string | null;
                        /** @description The newest visits, newest first, if `visits` is given. Unknown facts are null, as are facts of other cards. */
                        visits?: {
                            /**
                             * Format: date-time
                             * @description When the visit happened.
                             */
                            at: string;
                            /** @description ISO 3166-1 alpha-2 code. With the card LOCATIONS, as region and city. */
                            country: string | null;
                            /** @description Name of the region. */
                            region: string | null;
                            /** @description Name of the city. */
                            city: string | null;
                            /** @description desktop, mobile, tablet, bot or other. With the card DEVICES, as browser and os. */
                            device: string | null;
                            /** @description Name of the browser, without its version. */
                            browser: string | null;
                            /** @description Name of the operating system, without its version. */
                            os: string | null;
                            /** @description Host of the referring page. With the card SOURCES, as campaign. */
                            referrer: string | null;
                            /** @description The campaign parameter `utm_campaign`. */
                            campaign: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Tag"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The tag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The tag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A new name, at most 50 characters. The name of another tag merges this tag into it. */
                    name?: string;
                    /** @description One of gray, red, orange, yellow, green, blue, purple, pink; null for gray. */
                    color?: ("gray" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink") | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listSavedViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SavedView"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name, at most 60 characters. */
                    name: string;
                    /** @description The filters; an empty object for all links that are not archived. */
                    filter: {
                        /** @description Only links whose slug, alias, target or title contains this text, case-insensitive, at most 2048 characters. */
                        search?: string | null;
                        /** @description Only links with all of these tags, at most 20. */
                        tags?: string[] | null;
                        /** @description Only links with this status: ACTIVE, SCHEDULED, EXPIRED, USED_UP, DISABLED, BLOCKED. */
                        status?: ("ACTIVE" | "SCHEDULED" | "EXPIRED" | "USED_UP" | "DISABLED" | "BLOCKED") | null;
                        /**
                         * @description False, the default, excludes archived links; true returns only archived links; null returns both.
                         * @default false
                         */
                        archived?: boolean | null;
                        /** @description Only links with none of these tags, at most 20. */
                        withoutTags?: string[] | null;
                        /** @description Only links created at this time or later, ISO 8601. */
                        createdFrom?: string | null;
                        /** @description Only links created before this time, ISO 8601. */
                        createdTo?: string | null;
                        /** @description True returns only links with routing rules, false only links without. */
                        hasRules?: boolean | null;
                        /** @description True returns only links with a password, false only links without. */
                        hasPassword?: boolean | null;
                        /** @description True returns only links with a visit limit, false only links without. */
                        hasLimit?: boolean | null;
                        /** @description True returns only links with campaign parameters, false only links without. */
                        hasCampaign?: boolean | null;
                        /** @description Only links on the caller's custom domain of this id. */
                        domainId?: string | null;
                    };
                    /**
                     * @description The sort order: NEWEST, OLDEST, MOST_VISITED, RECENTLY_UPDATED. Ties are sorted newest first.
                     * @default NEWEST
                     */
                    sort?: ("NEWEST" | "OLDEST" | "MOST_VISITED" | "RECENTLY_UPDATED") | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The view's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The view's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The name, at most 60 characters. */
                    name?: string;
                    /** @description The new filters, which replace all previous ones. */
                    filter?: {
                        /** @description Only links whose slug, alias, target or title contains this text, case-insensitive, at most 2048 characters. */
                        search?: string | null;
                        /** @description Only links with all of these tags, at most 20. */
                        tags?: string[] | null;
                        /** @description Only links with this status: ACTIVE, SCHEDULED, EXPIRED, USED_UP, DISABLED, BLOCKED. */
                        status?: ("ACTIVE" | "SCHEDULED" | "EXPIRED" | "USED_UP" | "DISABLED" | "BLOCKED") | null;
                        /**
                         * @description False, the default, excludes archived links; true returns only archived links; null returns both.
                         * @default false
                         */
                        archived?: boolean | null;
                        /** @description Only links with none of these tags, at most 20. */
                        withoutTags?: string[] | null;
                        /** @description Only links created at this time or later, ISO 8601. */
                        createdFrom?: string | null;
                        /** @description Only links created before this time, ISO 8601. */
                        createdTo?: string | null;
                        /** @description True returns only links with routing rules, false only links without. */
                        hasRules?: boolean | null;
                        /** @description True returns only links with a password, false only links without. */
                        hasPassword?: boolean | null;
                        /** @description True returns only links with a visit limit, false only links without. */
                        hasLimit?: boolean | null;
                        /** @description True returns only links with campaign parameters, false only links without. */
                        hasCampaign?: boolean | null;
                        /** @description Only links on the caller's custom domain of this id. */
                        domainId?: string | null;
                    };
                    /**
                     * @description The new sort order: NEWEST, OLDEST, MOST_VISITED, RECENTLY_UPDATED.
                     * @enum {string}
                     */
                    sort?: "NEWEST" | "OLDEST" | "MOST_VISITED" | "RECENTLY_UPDATED";
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listCampaignTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CampaignTemplate"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createCampaignTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name, at most 60 characters. */
                    name: string;
                    /** @description The campaign parameters, at least one. */
                    utm: {
                        /** @description utm_source: 1 to 200 characters. */
                        source?: string | null;
                        /** @description utm_medium: 1 to 200 characters. */
                        medium?: string | null;
                        /** @description utm_campaign: 1 to 200 characters. */
                        campaign?: string | null;
                        /** @description utm_term: 1 to 200 characters. */
                        term?: string | null;
                        /** @description utm_content: 1 to 200 characters. */
                        content?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignTemplate"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    replaceCampaignTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The template's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name, at most 60 characters. */
                    name: string;
                    /** @description The campaign parameters, at least one. */
                    utm: {
                        /** @description utm_source: 1 to 200 characters. */
                        source?: string | null;
                        /** @description utm_medium: 1 to 200 characters. */
                        medium?: string | null;
                        /** @description utm_campaign: 1 to 200 characters. */
                        campaign?: string | null;
                        /** @description utm_term: 1 to 200 characters. */
                        term?: string | null;
                        /** @description utm_content: 1 to 200 characters. */
                        content?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignTemplate"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteCampaignTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The template's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    getLinkDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkDefaults"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    setLinkDefaults: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The id of the caller's custom domain; null for the service's own host. */
                    domainId?: string | null;
                    /** @description Names of tags, at most 20, each at most 50 characters. */
                    tags?: string[] | null;
                    /** @description The id of a campaign template; null for none. */
                    campaignTemplateId?: string | null;
                    /** @description The id of a saved QR style; null for plain codes. */
                    qrStyleId?: string | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkDefaults"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Domain"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The domain name, such as go.example.com, at most 1024 characters. */
                    hostname: string;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The domain's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The domain's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listQrStyles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SavedQrStyle"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createQrStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name, at most 60 characters. */
                    name: string;
                    /** @description Foreground color, as #rrggbb; black if omitted. */
                    color?: string | null;
                    /** @description Background color, as #rrggbb; white if omitted. */
                    bgColor?: string | null;
                    /**
                     * @description Error correction level, lowest to highest.
                     * @default M
                     */
                    ecc?: ("L" | "M" | "Q" | "H") | null;
                    /**
                     * @description Quiet zone, in modules, at most 10.
                     * @default 4
                     */
                    margin?: number | null;
                    /**
                     * @description How round the modules are, in percent, from 0 for squares to 80.
                     * @default 0
                     */
                    roundness?: number | null;
                    /**
                     * @description A picture for the middle: a PNG file as a data: URL of at most 65536 characters.
                     * @default null
                     */
                    logo?: string | null;
                    /**
                     * @description The surroundings of the code: NONE, or FRAME for a frame with the caption.
                     * @default NONE
                     */
                    frame?: ("NONE" | "FRAME") | null;
                    /**
                     * @description The text in the frame, at most 40 characters.
                     * @default null
                     */
                    caption?: string | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQrStyle"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    replaceQrStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The style's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name, at most 60 characters. */
                    name: string;
                    /** @description Foreground color, as #rrggbb; black if omitted. */
                    color?: string | null;
                    /** @description Background color, as #rrggbb; white if omitted. */
                    bgColor?: string | null;
                    /**
                     * @description Error correction level, lowest to highest.
                     * @default M
                     */
                    ecc?: ("L" | "M" | "Q" | "H") | null;
                    /**
                     * @description Quiet zone, in modules, at most 10.
                     * @default 4
                     */
                    margin?: number | null;
                    /**
                     * @description How round the modules are, in percent, from 0 for squares to 80.
                     * @default 0
                     */
                    roundness?: number | null;
                    /**
                     * @description A picture for the middle: a PNG file as a data: URL of at most 65536 characters.
                     * @default null
                     */
                    logo?: string | null;
                    /**
                     * @description The surroundings of the code: NONE, or FRAME for a frame with the caption.
                     * @default NONE
                     */
                    frame?: ("NONE" | "FRAME") | null;
                    /**
                     * @description The text in the frame, at most 40 characters.
                     * @default null
                     */
                    caption?: string | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQrStyle"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteQrStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The style's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listBioPages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BioPage"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createBioPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The slug in the page's URL: 1 to 100 characters from A-Z a-z 0-9 _ -, case-sensitive. Bio page slugs are separate from link slugs. */
                    slug: string;
                    /**
                     * @description The heading, at most 200 characters.
                     * @default null
                     */
                    title?: string | null;
                    /**
                     * @description A text below the title, at most 500 characters.
                     * @default null
                     */
                    text?: string | null;
                    /**
                     * @description A picture instead of the initials: An https:// URL of at most 2048 characters.
                     * @default null
                     */
                    pictureUrl?: string | null;
                    /**
                     * @description light, dark, auto, ocean, forest, sunset or mono; light if omitted.
                     * @default light
                     */
                    theme?: ("light" | "dark" | "auto" | "ocean" | "forest" | "sunset" | "mono") | null;
                    /** @description Own colors instead of the ones of the theme. */
                    colors?: {
                        /** @description Background of the page, as #rrggbb. */
                        background: string;
                        /** @description Color of title and text, as #rrggbb; its contrast with the background must reach level AA of WCAG. */
                        text: string;
                        /** @description Color of the links, as #rrggbb; their text is black or white. */
                        button: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BioPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteBioPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The bio page's id; not its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateBioPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The bio page's id; not its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The heading, at most 200 characters; null removes it. */
                    title?: string | null;
                    /** @description A text below the title, at most 500 characters; null removes it. */
                    text?: string | null;
                    /** @description A picture instead of the initials: An https:// URL of at most 2048 characters; null removes it. */
                    pictureUrl?: string | null;
                    /** @description light, dark, auto, ocean, forest, sunset or mono; null resets it to light. */
                    theme?: ("light" | "dark" | "auto" | "ocean" | "forest" | "sunset" | "mono") | null;
                    /** @description Own colors instead of the ones of the theme; null removes them. */
                    colors?: {
                        /** @description Background of the page, as #rrggbb. */
                        background: string;
                        /** @description Color of title and text, as #rrggbb; its contrast with the background must reach level AA of WCAG. */
                        text: string;
                        /** @description Color of the links, as #rrggbb; their text is black or white. */
                        button: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BioPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listBioPageViews: {
        parameters: {
            query?: {
                /** @description Number of days, including today: 30 if omitted, from 1 to 365. */
                days?: number;
            };
            header?: never;
            path: {
                /** @description The bio page's id; not its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BioDayViews"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addBioLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The bio page's id; not its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The link text, at most 200 characters; the URL if omitted.
                     * @default null
                     */
                    label?: string | null;
                    /**
                     * Format: uri
                     * @description A URL of at most 2048 characters with one of the schemes http, https, mailto, tel, sms, geo, facetime, facetime-audio, whatsapp, tg, xmpp, signal, maps.
                     */
                    url: string;
                    /**
                     * @description Sort order, lowest first; 0 if omitted.
                     * @default 0
                     */
                    order?: number | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BioLink"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteBioLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The bio page's id; the link must be on this page. */
                id: string;
                /** @description The bio link's id. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateBioLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The bio page's id; the link must be on this page. */
                id: string;
                /** @description The bio link's id. */
                linkId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The link text, at most 200 characters; null removes it. */
                    label?: string | null;
                    /**
                     * Format: uri
                     * @description A URL of at most 2048 characters with one of the schemes http, https, mailto, tel, sms, geo, facetime, facetime-audio, whatsapp, tg, xmpp, signal, maps.
                     */
                    url?: string;
                    /** @description Sort order, lowest first; null resets it to 0. */
                    order?: number | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BioLink"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Webhook"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description The endpoint URL: http:// or https://, at most 2048 characters, with a public address and without credentials.
                     */
                    url: string;
                    /** @description The event types to send: 1 to 100 of link.created, link.updated, link.deleted, link.clicked, bio.viewed, domain.lapsing, link.reported; duplicates count once. */
                    events: ("link.created" | "link.updated" | "link.deleted" | "link.clicked" | "bio.viewed" | "domain.lapsing" | "link.reported")[];
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description The endpoint URL: http:// or https://, at most 2048 characters, with a public address and without credentials.
                     */
                    url?: string;
                    /** @description The event types to send: 1 to 100 of link.created, link.updated, link.deleted, link.clicked, bio.viewed, domain.lapsing, link.reported; duplicates count once. */
                    events?: ("link.created" | "link.updated" | "link.deleted" | "link.clicked" | "bio.viewed" | "domain.lapsing" | "link.reported")[];
                    /** @description Whether to send events. Enabling resets the failure count. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The event type; the first subscribed type if omitted. */
                    event?: ("link.created" | "link.updated" | "link.deleted" | "link.clicked" | "bio.viewed" | "domain.lapsing" | "link.reported") | null;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Number of deliveries to return: 1 to 100. */
                limit?: number;
                /** @description Former name of `limit`, which takes precedence. */
                take?: number;
            };
            header?: never;
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The webhook's id; only its deliveries match. */
                id: string;
                /** @description The delivery's id. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for the key, at most 200 characters. */
                    label: string;
                    /** @description When the key expires, a future time in ISO 8601; never if omitted. A key created with another key expires no later than that key. */
                    expiresAt?: string | null;
                    /** @description The scopes of the key, at most 14: links:read, links:create, links:write, links:delete, analytics:read, domains:read, domains:write, webhooks:read, webhooks:write, bio:read, bio:write, billing:read, billing:write, account. Write and delete scopes include the read scope; links:write includes links:create. All if omitted; a key created with another key gets that key's scopes. */
                    scopes?: ("links:read" | "links:create" | "links:write" | "links:delete" | "analytics:read" | "domains:read" | "domains:write" | "webhooks:read" | "webhooks:write" | "bio:read" | "bio:write" | "billing:read" | "billing:write" | "account")[] | null;
                    /** @description The hosts that targets of the key's links must lead to, at most 50: an exact name, or .example.com for example.com and all subdomains. Any host if omitted. */
                    targetHosts?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The old key's id; not the key itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description For how long the old key still works, 0 to 168 hours; 24 if omitted.
                     * @default 24
                     */
                    overlapHours?: number | null;
                };
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The path of the new record. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The key's id; not the key itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    setIgnoredAddresses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description IP addresses and CIDR blocks, at most 20. They replace the current list; an empty list clears it. */
                    ignoredAddresses?: string[];
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path: {
                /** @description The session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Only entries with this action, such as `updateLink` or `loginFailed`, at most 200 characters. */
                action?: string;
                /** @description Only entries of this actor, such as `key:<id>`, at most 200 characters. */
                actor?: string;
                /** @description Only entries of the record with this id. */
                targetId?: string;
                /** @description Only entries from this time on, in ISO 8601. */
                from?: string;
                /** @description Only entries before this time, in ISO 8601. */
                to?: string;
                /** @description Number of entries to return: 50 if omitted, 1 to 100. */
                limit?: number;
                /** @description Former name of `limit`, which takes precedence. */
                take?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageMeter"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plan: string;
                        status: string;
                        effectivePlan: string;
                        currentPeriodEnd: string | null;
                        autoRefillEnabled: boolean;
                        entitlements: {
                            monthlyLinkQuota: number;
                            customDomains: number;
                            maxWebhooks: number;
                            maxBioPages: number;
                            mcpAccess: boolean;
                            canBulk: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BillingPlan"][];
                        /** @description Pass it as `cursor` for the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getAutoRefill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRefillSetting"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateAutoRefill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated calls with the same key get the first result, for 24 hours. */
                "Idempotency-Key"?: string;
                /** @description `true` returns the response without doing the work. */
                "Dry-Run"?: "true" | "false";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether to purchase packs automatically. */
                    enabled?: boolean;
                    /** @description Percentage of available links used that triggers a purchase, from 1 to 100. */
                    thresholdPercent?: number;
                    /** @description Links per pack, from 1 to 10000. */
                    refillPackLinks?: number;
                    /** @description Maximum monthly spend on packs, in whole currency units, from 0 to 1000000. */
                    maxMonthlySpend?: number;
                };
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRefillSetting"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
        };
    };
}
