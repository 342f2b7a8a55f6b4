//go:build tools

// Package tools pins the Pulumi CLI, which go install refuses because its go.mod holds replace directives.
package tools

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
