module example.com/pulumi-tenant/tools/operator

go 1.25.0

require github.com/pulumi/pulumi-kubernetes-operator v1.16.0
